// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors of all shapes come back as they were: their values and, where nothing lies between their elements,
// their strides.
#include "core/torch/activations/packed_kinds.h"

#include <QTest>
#include <random>
#include <torch/types.h>
#include <torch/utils.h>

using namespace tidemark;

namespace {

torch::Tensor roundTrip(const torch::Tensor& tensor)
{
    const ElementLayout layout(tensor);
    return layout.rebuild(OffloadedTensor(tensor, layout).unpack());
}

// Views upon views of a tensor, at random.
torch::Tensor randomTensor(std::mt19937_64& random)
{
    std::vector<std::int64_t> sizes(random() % 5);
    for (std::int64_t& size : sizes)
        size = static_cast<std::int64_t>(random() % 5);
    torch::Tensor tensor = torch::randn(sizes);
    for (std::uint64_t changes = random() % 4; changes > 0 && tensor.dim() > 0; --changes) {
        const auto first = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(tensor.dim()));
        const auto second = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(tensor.dim()));
        switch (random() % 4) {
        case 0:
            tensor = tensor.transpose(first, second);
            break;
        case 1:
            tensor = tensor.slice(first, 0, tensor.size(first), 1 + static_cast<std::int64_t>(random() % 2));
            break;
        case 2:
            tensor = tensor.unsqueeze(first);
            break;
        default:
            if (tensor.size(first) == 1) {
                std::vector<std::int64_t> wide = tensor.sizes().vec();
                wide[static_cast<std::size_t>(first)] = 3;
                tensor = tensor.expand(wide);
            }
        }
    }
    return tensor;
}

} // namespace

class TestElementLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void randomTensorsComeBack()
    {
        const auto seed = qEnvironmentVariable("TIDEMARK_SEED", QStringLiteral("20261")).toULongLong();
        qInfo("seed %llu", seed);
        std::mt19937_64 random(seed);
        torch::manual_seed(seed);
        for (int i = 0; i < 2000; ++i) {
            const torch::Tensor tensor = randomTensor(random);
            const torch::Tensor given = roundTrip(tensor);
            QCOMPARE(given.sizes().vec(), tensor.sizes().vec());
            QVERIFY(given.equal(tensor));
            if (tensor.is_non_overlapping_and_dense() && tensor.numel() > 1)
                QVERIFY(given.is_non_overlapping_and_dense());
        }
    }

    void stridesStayWhereNothingLiesBetween()
    {
        const torch::Tensor tensor = torch::randn({4, 5, 6, 7});
        for (const torch::Tensor& form : {tensor, tensor.transpose(1, 3), tensor.permute({3, 0, 2, 1}),
                 tensor.to(at::MemoryFormat::ChannelsLast)})
            QCOMPARE(roundTrip(form).strides().vec(), form.strides().vec());
    }

    void gapsComeBackToo()
    {
        const torch::Tensor tensor = torch::randn({9, 8, 6});
        for (const torch::Tensor& form : {tensor.slice(1, 0, 8, 2), tensor.slice(2, 1, 5).transpose(0, 1),
                 tensor.select(1, 3).unsqueeze(0).expand({4, 9, 6}).narrow(2, 0, 5)}) {
            const ElementLayout layout = ElementLayout::withGaps(form);
            const torch::Tensor given = layout.rebuild(OffloadedTensor(form, layout).unpack());
            QVERIFY(given.equal(form));
            if (layout.count() != ElementLayout(form).count())
                QCOMPARE(given.strides().vec(), form.strides().vec());
        }
        QCOMPARE(ElementLayout::withGaps(tensor.slice(1, 0, 8, 2)).count(), 8 * 48 + 6 * 6 + 6);
        QCOMPARE(ElementLayout::withGaps(tensor.select(2, 0)).count(), 72); // too many gaps: without
    }

    void repeatedElementsAreCountedOnce()
    {
        const torch::Tensor tensor = torch::randn({6, 1, 8}).expand({6, 100, 8});
        QCOMPARE(ElementLayout(tensor).count(), 48);
        QCOMPARE(roundTrip(tensor).stride(1), 0);
        QVERIFY(roundTrip(tensor).equal(tensor));
    }

    void groupsThatDoNotDivide()
    {
        const torch::Tensor tensor = torch::randn({4, 10});
        const ElementLayout layout(tensor);
        QCOMPARE(layout.split({1, 3, false}).groups, 1);
        QCOMPARE(layout.split({1, 5, false}).groups, 5);
        QCOMPARE(ElementLayout(tensor.expand({2, 4, 10})).split({0, 2, true}).groups, 1); // repeated
    }
};

QTEST_GUILESS_MAIN(TestElementLayout)
#include "tst_element_layout.moc"
