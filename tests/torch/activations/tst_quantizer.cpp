// SPDX-License-Identifier: GPL-3.0-or-later
// Codes and ranges against a plain loop over elements, and what stochastic rounding and running ranges
// promise.
#include "core/torch/activations/packed_kinds.h"
#include "core/torch/activations/running_range.h"

#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <torch/types.h>
#include <torch/utils.h>
#include <vector>

using namespace tidemark;

namespace {

using Sizes = std::vector<std::int64_t>;

// The place along `dimension` of the element that is `number`th in the order of its indices.
std::int64_t placeAlong(std::int64_t number, const torch::Tensor& tensor, std::int64_t dimension)
{
    for (std::int64_t i = tensor.dim() - 1; i > dimension; --i)
        number /= tensor.size(i);
    return number % tensor.size(dimension);
}

std::size_t groupOf(std::int64_t number, const torch::Tensor& tensor, const RangeGrouping& grouping)
{
    if (grouping.groups == 1)
        return 0;
    const std::int64_t place = placeAlong(number, tensor, grouping.dimension);
    const std::int64_t slice = tensor.size(grouping.dimension) / grouping.groups;
    return static_cast<std::size_t>(grouping.isAlternating ? place % grouping.groups : place / slice);
}

std::vector<float> valuesOf(const torch::Tensor& tensor)
{
    const torch::Tensor flat = tensor.to(torch::kFloat).contiguous().view({-1});
    return {flat.data_ptr<float>(), flat.data_ptr<float>() + flat.numel()};
}

// Mesa's scheme, one element after the other.
std::vector<float> plainRoundTrip(const torch::Tensor& tensor, const RangeGrouping& grouping, int levels)
{
    struct Range {
        float least = std::numeric_limits<float>::infinity();
        float most = -std::numeric_limits<float>::infinity();
    };
    std::vector<Range> ranges(static_cast<std::size_t>(grouping.groups));
    std::vector<float> values = valuesOf(tensor);
    for (std::size_t i = 0; i < values.size(); ++i) {
        Range& range = ranges[groupOf(static_cast<std::int64_t>(i), tensor, grouping)];
        range.least = std::min(range.least, values[i]);
        range.most = std::max(range.most, values[i]);
    }
    const auto last = static_cast<float>(levels - 1);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Range& range = ranges[groupOf(static_cast<std::int64_t>(i), tensor, grouping)];
        const float width = range.most - range.least;
        const float density = width > 0 ? 1 / width * last : 0;
        const float code = std::clamp(std::nearbyint((values[i] - range.least) * density), 0.0F, last);
        values[i] = code * (width / last) + range.least;
    }
    return values;
}

torch::Tensor roundTrip(
    const torch::Tensor& tensor, const RangeGrouping& grouping, int levels, RoundingNoise* noise = nullptr)
{
    const ElementLayout layout(tensor);
    const QuantizedTensor packed(
        tensor, layout, grouping, measureRanges(layout.grouped(tensor, grouping)), {levels, false}, noise);
    return layout.rebuild(packed.unpack());
}

float largestDifference(const torch::Tensor& left, const torch::Tensor& right)
{
    return (left - right).abs().max().item<float>();
}

} // namespace

Q_DECLARE_METATYPE(Sizes)

class TestQuantizer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalsAPlainLoop_data();
    void equalsAPlainLoop();
    void runsEqualAPlainLoop_data();
    void runsEqualAPlainLoop();
    void largeTensorsAreDoneInParts();
    void errorsStayWithinALevel();
    void stochasticRoundingIsRightOnAverage();
    void valuesOutsideOfTheRangeAreClamped();
    void groupsOfOneValueAndNoNumbers();
    void rangesMoveAsMesas();
    void whatIsPackedKeepsItsRange();
    void noiseIsItsOwn();
    void masks_data();
    void masks();
};

void TestQuantizer::equalsAPlainLoop_data()
{
    QTest::addColumn<Sizes>("sizes");
    QTest::addColumn<int>("dimension");
    QTest::addColumn<int>("groups");
    QTest::addColumn<bool>("isAlternating");
    QTest::newRow("one number") << Sizes{} << 0 << 1 << false;
    QTest::newRow("one group") << Sizes{7, 11} << 1 << 1 << false;
    QTest::newRow("channels") << Sizes{5, 3, 12} << 2 << 4 << false;
    QTest::newRow("every channel") << Sizes{9, 6} << 1 << 6 << false;
    QTest::newRow("heads of scores") << Sizes{4, 3, 8, 8} << 1 << 3 << false;
    QTest::newRow("one image") << Sizes{1, 3, 8, 8} << 1 << 3 << false;
    QTest::newRow("several heads together") << Sizes{2, 6, 5, 4} << 1 << 3 << false;
    QTest::newRow("batch × heads") << Sizes{12, 5, 4} << 0 << 3 << true;
    QTest::newRow("a vector's elements") << Sizes{6} << 0 << 6 << false;
}

// As it is, transposed, with gaps between its elements, and repeated.
void TestQuantizer::equalsAPlainLoop()
{
    QFETCH(const Sizes, sizes);
    QFETCH(const int, dimension);
    QFETCH(const int, groups);
    QFETCH(const bool, isAlternating);
    torch::manual_seed(3);
    const RangeGrouping grouping{dimension, groups, isAlternating};
    for (const torch::ScalarType type : {torch::kFloat, torch::kHalf, torch::kBFloat16, torch::kDouble}) {
        const torch::Tensor plain = (torch::randn(sizes) * 3 + 1).to(type);
        std::vector<torch::Tensor> forms = {plain};
        if (plain.dim() >= 2) {
            forms.push_back(plain.transpose(0, 1).contiguous().transpose(0, 1));
            forms.push_back(plain.transpose(-1, -2).contiguous().transpose(-1, -2));
            Sizes wide = sizes;
            wide.back() += 3;
            forms.push_back((torch::randn(wide) + 1).to(type).narrow(-1, 2, sizes.back()));
        }
        for (const torch::Tensor& form : forms) {
            for (const int levels : {256, 16, 2}) {
                const torch::Tensor given = roundTrip(form, grouping, levels);
                QCOMPARE(given.sizes().vec(), form.sizes().vec());
                QCOMPARE(given.scalar_type(), type);
                const torch::Tensor expected =
                    torch::tensor(plainRoundTrip(form, grouping, levels)).to(type).to(torch::kFloat);
                QVERIFY(torch::tensor(valuesOf(given)).equal(expected));
            }
        }
    }
}

void TestQuantizer::runsEqualAPlainLoop_data()
{
    QTest::addColumn<int>("count");
    for (const int count : {1, 2, 255, 256, 257, 511, 512, 2'560, 2'563})
        QTest::addRow("%d", count) << count;
}

void TestQuantizer::runsEqualAPlainLoop()
{
    QFETCH(const int, count);
    torch::manual_seed(count);
    const torch::Tensor tensor = torch::randn({count});
    const ElementLayout layout(tensor);
    for (const CodeLevels levels : {CodeLevels{256, false}, CodeLevels{16, true}}) {
        const QuantizedRuns packed(tensor, layout, levels, nullptr);
        std::vector<float> expected;
        for (std::int64_t begin = 0; begin < count; begin += 256) {
            const torch::Tensor run = tensor.narrow(0, begin, std::min<std::int64_t>(256, count - begin));
            const std::vector<float> values = plainRoundTrip(run, {}, levels.count);
            expected.insert(expected.end(), values.begin(), values.end());
        }
        QVERIFY(packed.unpack().equal(torch::tensor(expected)));
        const std::size_t runs = (static_cast<std::size_t>(count) + 255) / 256;
        QCOMPARE(packed.parts()[0].nbytes(),
            static_cast<std::size_t>(levels.hasTwoInByte ? (count + 1) / 2 : count));
        QCOMPARE(packed.parts()[1].nbytes(), 8 * runs);
    }
}

void TestQuantizer::largeTensorsAreDoneInParts()
{
    torch::manual_seed(5);
    const Sizes sizes = {3, 4, 300'000};
    const torch::Tensor tensor = torch::randn(sizes);
    for (const RangeGrouping grouping :
        {RangeGrouping{}, RangeGrouping{1, 2, false}, RangeGrouping{0, 3, true}}) {
        const torch::Tensor expected = torch::tensor(plainRoundTrip(tensor, grouping, 256)).view(sizes);
        QVERIFY(roundTrip(tensor, grouping, 256).equal(expected));
    }
    const torch::Tensor odd = tensor.view({-1}).narrow(0, 0, 2'097'157);
    const ElementLayout layout(odd);
    const torch::Tensor given = QuantizedRuns(odd, layout, {16, true}, nullptr).unpack();
    QVERIFY(largestDifference(given, odd) < 10.0F / 15 / 2);
    QCOMPARE(PositiveMask(odd, layout).unpack().sum().item<float>(), (odd > 0).sum().item<float>());
}

void TestQuantizer::errorsStayWithinALevel()
{
    torch::manual_seed(11);
    RoundingNoise noise(1);
    const torch::Tensor tensor = torch::rand({64, 64}) * 8 - 3;
    const float level = (tensor.max() - tensor.min()).item<float>() / 255;
    QVERIFY(largestDifference(roundTrip(tensor, {}, 256), tensor) <= level / 2 * 1.001F);
    QVERIFY(largestDifference(roundTrip(tensor, {}, 256, &noise), tensor) <= level * 1.001F);
}

void TestQuantizer::stochasticRoundingIsRightOnAverage()
{
    torch::manual_seed(13);
    RoundingNoise noise(17);
    const torch::Tensor tensor = torch::rand({50, 10});
    constexpr int draws = 4000;
    torch::Tensor sum = torch::zeros_like(tensor);
    for (int i = 0; i < draws; ++i)
        sum += roundTrip(tensor, {}, 16, &noise);
    // A draw is off by at most a level, 1/15, and by half of it as its standard deviation: six of these.
    const double bound = 6 * 0.5 / 15 / std::sqrt(double(draws));
    QVERIFY(largestDifference(sum / draws, tensor) < bound);
    const float nearest = largestDifference(roundTrip(tensor, {}, 16), tensor);
    QVERIFY2(nearest > 2 * bound, "rounding to the nearest would pass as well");
}

void TestQuantizer::valuesOutsideOfTheRangeAreClamped()
{
    RoundingNoise noise(1);
    const torch::Tensor tensor = torch::tensor({-5.0F, -1.0F, 0.0F, 1.0F, 1.01F, 300.0F});
    const torch::Tensor ranges = torch::tensor({2.0F, -1.0F}).view({2, 1}); // from -1 to 1
    const ElementLayout layout(tensor);
    for (RoundingNoise* const each : {static_cast<RoundingNoise*>(nullptr), &noise}) {
        const QuantizedTensor packed(tensor, layout, {}, ranges, {256, false}, each);
        const std::vector<float> values = valuesOf(packed.unpack());
        const std::vector<float> expected = {-1, -1, values[2], 1, 1, 1};
        QCOMPARE(values, expected);
        QVERIFY(std::abs(values[2]) <= 2.0F / 255);
    }
}

void TestQuantizer::groupsOfOneValueAndNoNumbers()
{
    RoundingNoise noise(1);
    const torch::Tensor same = torch::full({40, 40}, 2.5F);
    QVERIFY(roundTrip(same, {}, 256, &noise).equal(same));
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const torch::Tensor ranges = torch::tensor({2.0F, -1.0F}).view({2, 1});
    const torch::Tensor strange = torch::tensor({infinity, -infinity, std::nanf("")});
    const QuantizedTensor packed(strange, ElementLayout(strange), {}, ranges, {256, false}, nullptr);
    const std::vector<float> expected = {1, -1, -1};
    QCOMPARE(valuesOf(packed.unpack()), expected);
}

void TestQuantizer::rangesMoveAsMesas()
{
    torch::manual_seed(19);
    RunningRange running;
    std::vector<float> plain;
    for (int step = 0; step < 20; ++step) {
        const torch::Tensor measured = torch::rand({2, 3});
        const std::vector<float> given = valuesOf(running.update(measured, 0.9));
        const std::vector<float> now = valuesOf(measured);
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (step == 0)
                plain.push_back(now[i]);
            else
                plain[i] -= 0.1F * (plain[i] - now[i]);
            QVERIFY(std::abs(plain[i] - given[i]) < 1e-6F);
        }
    }
    const std::vector<float> before = valuesOf(running.state());
    running.update(torch::full({2, 3}, std::nanf("")), 0.9);
    running.update(torch::full({2, 3}, std::numeric_limits<float>::infinity()), 0.9);
    QCOMPARE(valuesOf(running.state()), before);
    QCOMPARE(running.update(torch::ones({2, 5}), 0.9).size(1), 5); // another model: anew
}

// Two forward passes before a backward pass: the second must not move what the first packed.
void TestQuantizer::whatIsPackedKeepsItsRange()
{
    torch::manual_seed(23);
    RunningRange running;
    const torch::Tensor first = torch::randn({32, 32});
    const ElementLayout layout(first);
    const QuantizedTensor packed(first, layout, {},
        running.update(measureRanges(layout.grouped(first, {})), 0.9), {256, false}, nullptr);
    const torch::Tensor before = packed.unpack();
    running.update(measureRanges(layout.grouped(first * 100 + 7, {})), 0.9);
    QVERIFY(packed.unpack().equal(before));
    QVERIFY(!valuesOf(running.state()).empty());
}

void TestQuantizer::noiseIsItsOwn()
{
    torch::manual_seed(29);
    const torch::Tensor expected = torch::rand({8});
    torch::manual_seed(29);
    RoundingNoise noise(5);
    RoundingNoise same(5);
    RoundingNoise other(6);
    const torch::Tensor tensor = torch::linspace(0, 1, 1000);
    const torch::Tensor given = roundTrip(tensor, {}, 16, &noise);
    QVERIFY(torch::rand({8}).equal(expected));
    QVERIFY(roundTrip(tensor, {}, 16, &same).equal(given));
    QVERIFY(!roundTrip(tensor, {}, 16, &other).equal(given));
}

void TestQuantizer::masks_data()
{
    QTest::addColumn<int>("count");
    for (const int count : {1, 7, 8, 9, 1000, 1'048'577})
        QTest::addRow("%d", count) << count;
}

void TestQuantizer::masks()
{
    QFETCH(const int, count);
    torch::manual_seed(count);
    const torch::Tensor tensor = torch::randn({count}).relu();
    const PositiveMask packed(tensor, ElementLayout(tensor));
    QVERIFY(packed.unpack().equal((tensor > 0).to(torch::kFloat)));
    QCOMPARE(packed.parts().front().nbytes(), static_cast<std::size_t>((count + 7) / 8));
}

QTEST_GUILESS_MAIN(TestQuantizer)
#include "tst_quantizer.moc"
