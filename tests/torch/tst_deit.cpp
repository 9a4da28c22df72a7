// SPDX-License-Identifier: GPL-3.0-or-later
// DeiT's model against the same mathematics written another way, and what its operators keep for the backward
// pass against the lists that can be worked out by hand.
#include "core/torch/autocast.h"
#include "core/torch/deit/deit_model.h"
#include "core/torch/deit/soft_targets.h"
#include "core/torch/deit/softmax_keeping_input.h"
#include "core/torch/saved/saved_tensor_policy.h"
#include "tests/torch/plain_deit.h"
#include "tests/torch/quiet_recorder.h"

#include <algorithm>
#include <optional>
#include <set>
#include <torch/utils.h>

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

DeitSizes smallSizes()
{
    DeitSizes sizes;
    sizes.width = 24;
    sizes.heads = 3;
    sizes.depth = 2;
    sizes.image = 48;
    sizes.classes = 7;
    return sizes;
}

constexpr std::int64_t batchSize = 5;

AutocastState mixed()
{
    return {c10::DeviceType::CPU, true, c10::ScalarType::BFloat16, true};
}

// A tensor that an operator keeps: how many numbers of what type.
struct Kept {
    c10::ScalarType type;
    std::int64_t numbers;

    friend bool operator==(const Kept&, const Kept&) = default;
};

QString text(const std::vector<Kept>& list)
{
    QStringList parts;
    for (const Kept& each : list)
        parts += QStringLiteral("%1 %2").arg(c10::toString(each.type)).arg(each.numbers);
    return parts.join(QStringLiteral(", "));
}

// Lists what operators keep, each storage once and without the parameters; keeps it alive.
class KeptList final : public SavedTensorPolicy {
public:
    explicit KeptList(const std::vector<torch::Tensor>& parameters)
    {
        for (const torch::Tensor& parameter : parameters) {
            m_seen.insert(parameter.storage().data());
            m_weightSizes.insert(parameter.numel());
        }
    }

    std::unique_ptr<torch::autograd::SavedVariableHooks> hooksForNext() override
    {
        return std::make_unique<Keeper>(*this);
    }

    std::vector<Kept> list;

private:
    struct Keeper final : torch::autograd::SavedVariableHooks {
        explicit Keeper(KeptList& given)
            : owner(given)
        { }
        void call_pack_hook(const at::Tensor& tensor) override
        {
            kept = tensor;
            owner.add(tensor);
        }
        at::Tensor call_unpack_hook() override { return kept; }
        KeptList& owner;
        at::Tensor kept;
    };

    void add(const torch::Tensor& tensor)
    {
        const bool isCastWeight = tensor.scalar_type() == torch::kBFloat16 && tensor.dim() == 2
            && m_weightSizes.count(tensor.numel()) != 0;
        if (!isCastWeight && m_seen.insert(tensor.storage().data()).second)
            list.push_back({tensor.scalar_type(),
                static_cast<std::int64_t>(tensor.storage().nbytes() / tensor.element_size())});
    }

    std::set<const void*> m_seen;
    std::set<std::int64_t> m_weightSizes;
};

// One whole pass, with a loss that weighs the scores unevenly.
struct Pass {
    double loss = 0;
    std::vector<torch::Tensor> gradients;
};

Pass train(const DeitSizes& sizes, const DeitRules& rules, bool isMixed, CheckpointKind checkpoint)
{
    QuietRecorder quiet;
    const WorkloadPlace place = quiet.place();
    torch::manual_seed(3);
    DeitModel model(place, sizes, rules, checkpoint);
    const torch::Tensor images = torch::randn({batchSize, 3, sizes.image, sizes.image});
    const torch::Tensor shares = torch::rand({batchSize, sizes.classes}).softmax(-1);
    torch::Tensor loss;
    {
        std::optional<AutocastScope> scope;
        if (isMixed)
            scope.emplace(mixed());
        loss = softTargetCrossEntropy(model->forward(images), shares);
    }
    loss.backward();
    Pass pass{loss.item<double>(), {}};
    for (const torch::Tensor& parameter : model->parameters())
        pass.gradients.push_back(parameter.grad());
    return pass;
}

} // namespace

class TestDeit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void parameters_data();
    void parameters();
    void namesAndOrderAreTimms();
    void aStepIsTheSameAsWrittenPlainly();
    void keptForOneBlock_data();
    void keptForOneBlock();
    void softmaxThatKeepsItsInput_data();
    void softmaxThatKeepsItsInput();
    void mixedGradientsAreNear_data();
    void mixedGradientsAreNear();
    void checkpointsChangeNothing_data();
    void checkpointsChangeNothing();
    void mixedImages();
};

void TestDeit::parameters_data()
{
    QTest::addColumn<qint64>("width");
    QTest::addColumn<qint64>("heads");
    QTest::addColumn<qint64>("count");
    QTest::newRow("tiny") << qint64(192) << qint64(3) << qint64(5717416);
    QTest::newRow("small") << qint64(384) << qint64(6) << qint64(22050664);
    QTest::newRow("base") << qint64(768) << qint64(12) << qint64(86567656);
}

void TestDeit::parameters()
{
    QFETCH(const qint64, width);
    QFETCH(const qint64, heads);
    QFETCH(const qint64, count);
    QuietRecorder quiet;
    const WorkloadPlace place = quiet.place();
    DeitSizes sizes;
    sizes.width = width;
    sizes.heads = heads;
    const DeitModel model(place, sizes, DeitRules());
    qint64 sum = 0;
    for (const torch::Tensor& parameter : model->parameters())
        sum += parameter.numel();
    QCOMPARE(sum, count);
}

void TestDeit::namesAndOrderAreTimms()
{
    QuietRecorder quiet;
    const WorkloadPlace place = quiet.place();
    const DeitModel model(place, smallSizes(), DeitRules());
    std::vector<std::string> expected = {
        "cls_token", "pos_embed", "patch_embed.proj.weight", "patch_embed.proj.bias"};
    for (const std::string block : {"blocks.0.", "blocks.1."}) {
        for (const char* name : {"norm1", "attn.qkv", "attn.proj", "norm2", "mlp.fc1", "mlp.fc2"}) {
            expected.push_back(block + name + ".weight");
            expected.push_back(block + name + ".bias");
        }
    }
    for (const char* name : {"norm.weight", "norm.bias", "head.weight", "head.bias"})
        expected.emplace_back(name);
    QCOMPARE(model->named_parameters().keys(), expected);
    QVERIFY(
        model->named_parameters()["blocks.1.attn.qkv.weight"].sizes() == (std::vector<std::int64_t>{72, 24}));
    QVERIFY(model->named_parameters()["pos_embed"].sizes() == (std::vector<std::int64_t>{1, 10, 24}));
}

void TestDeit::aStepIsTheSameAsWrittenPlainly()
{
    QuietRecorder quiet;
    const WorkloadPlace place = quiet.place();
    torch::manual_seed(5);
    const DeitSizes sizes = smallSizes();
    DeitModel model(place, sizes, DeitRules());
    for (torch::Tensor& parameter : model->parameters()) // large enough for every part to matter
        parameter.set_data(parameter + 0.1 * torch::randn_like(parameter));
    const torch::Tensor images = torch::randn({batchSize, 3, sizes.image, sizes.image});
    const torch::Tensor shares = torch::rand({batchSize, sizes.classes}).softmax(-1);
    const torch::Tensor loss = softTargetCrossEntropy(model->forward(images), shares);
    loss.backward();

    PlainDeit plain(sizes, model->named_parameters());
    const torch::Tensor plainLoss = plain.loss(images.to(torch::kDouble), shares.to(torch::kDouble));
    plainLoss.backward();
    QVERIFY(std::abs(loss.item<double>() - plainLoss.item<double>()) < 1e-5);
    for (const auto& parameter : model->named_parameters()) {
        const torch::Tensor expected = plain.gradient(parameter.key());
        const double error = (parameter.value().grad() - expected).abs().max().item<double>();
        QVERIFY2(error < 1e-5 + 1e-4 * expected.abs().max().item<double>(), parameter.key().c_str());
    }
}

void TestDeit::keptForOneBlock_data()
{
    QTest::addColumn<bool>("isMixed");
    QTest::addColumn<bool>("is2021");
    QTest::addColumn<int>("widthBytes"); // the sum, in U: tokens × width
    QTest::addColumn<int>("mapBytes"); // and in A: heads × tokens × tokens
    QTest::newRow("single") << false << false << 64 << 4;
    QTest::newRow("mixed, today") << true << false << 36 << 6;
    QTest::newRow("mixed, 2021") << true << true << 44 << 8;
}

// The table that explains the figures people published: what of one block stays, in which type.
void TestDeit::keptForOneBlock()
{
    QFETCH(const bool, isMixed);
    QFETCH(const bool, is2021);
    QFETCH(const int, widthBytes);
    QFETCH(const int, mapBytes);
    QuietRecorder quiet;
    const WorkloadPlace place = quiet.place();
    const DeitSizes sizes = smallSizes();
    DeitBlock block(place.recorder, "block", sizes, DeitRules{is2021, is2021, false}, 0);
    constexpr std::int64_t tokens = 10;
    const std::int64_t rows = batchSize * tokens;
    const std::int64_t width = rows * sizes.width;
    const std::int64_t map = batchSize * sizes.heads * tokens * tokens;
    const torch::Tensor input = torch::randn({batchSize, tokens, sizes.width}).set_requires_grad(true);

    KeptList kept(block->parameters());
    torch::Tensor output;
    {
        const SavedTensorScope saved(&kept);
        std::optional<AutocastScope> scope;
        if (isMixed)
            scope.emplace(mixed());
        output = block->forward(input);
    }

    const auto wide = torch::kFloat;
    const auto half = isMixed ? torch::kBFloat16 : torch::kFloat;
    std::vector<Kept> expected = {
        {wide, width}, {wide, rows}, {wide, rows}, {half, width}, {half, width}, {half, width}};
    if (is2021)
        expected.push_back({half, map}); // what softmax was given
    expected.push_back({wide, map}); // what it gave
    if (isMixed)
        expected.push_back({half, map}); // the same for the product with the values
    const std::vector<Kept> rest = {{half, width}, {half, width}, {wide, width}, {wide, rows}, {wide, rows},
        {half, width}, {is2021 ? wide : half, 4 * width}, {half, 4 * width}};
    expected.insert(expected.end(), rest.begin(), rest.end());
    const auto byTypeAndSize = [](const Kept& left, const Kept& right) {
        return std::pair(left.type, left.numbers) < std::pair(right.type, right.numbers);
    };
    std::sort(expected.begin(), expected.end(), byTypeAndSize);
    std::sort(kept.list.begin(), kept.list.end(), byTypeAndSize);
    QCOMPARE(text(kept.list), text(expected));

    std::int64_t bytes = 0;
    for (const Kept& each : kept.list)
        bytes += each.numbers * static_cast<std::int64_t>(c10::elementSize(each.type));
    QCOMPARE(bytes, widthBytes * width + mapBytes * map + 16 * rows);
}

void TestDeit::softmaxThatKeepsItsInput_data()
{
    QTest::addColumn<int>("type");
    QTest::newRow("single") << int(torch::kFloat);
    QTest::newRow("bfloat16") << int(torch::kBFloat16);
}

void TestDeit::softmaxThatKeepsItsInput()
{
    QFETCH(const int, type);
    torch::manual_seed(1);
    const torch::Tensor values = torch::randn({4, 6, 9}).to(torch::ScalarType(type));
    const torch::Tensor weights = torch::randn({4, 6, 9});
    const torch::Tensor ours = values.clone().set_requires_grad(true);
    const torch::Tensor theirs = values.clone().set_requires_grad(true);
    const torch::Tensor output = SoftmaxKeepingInput::of(ours);
    const torch::Tensor plain = theirs.softmax(-1, torch::kFloat);
    QVERIFY(output.equal(plain));
    QCOMPARE(output.scalar_type(), torch::kFloat);
    (output * weights).sum().backward();
    (plain * weights).sum().backward();
    QVERIFY(ours.grad().equal(theirs.grad()));
    QCOMPARE(ours.grad().scalar_type(), torch::ScalarType(type));
}

void TestDeit::mixedGradientsAreNear_data()
{
    QTest::addColumn<bool>("is2021");
    QTest::newRow("today") << false;
    QTest::newRow("2021") << true;
}

// Seven bits of a bfloat16 are a hundredth or so.
void TestDeit::mixedGradientsAreNear()
{
    QFETCH(const bool, is2021);
    const DeitSizes sizes = smallSizes();
    const Pass single = train(sizes, {}, false, CheckpointKind::None);
    const Pass half = train(sizes, {is2021, is2021, false}, true, CheckpointKind::None);
    QVERIFY(std::abs(half.loss - single.loss) < 0.02);
    for (std::size_t i = 0; i < single.gradients.size(); ++i) {
        QCOMPARE(half.gradients[i].scalar_type(), torch::kFloat);
        const double error = (half.gradients[i] - single.gradients[i]).norm().item<double>();
        QVERIFY(error < 0.05 * single.gradients[i].norm().item<double>() + 1e-6);
    }
}

void TestDeit::checkpointsChangeNothing_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("isMixed");
    QTest::addColumn<bool>("is2021");
    for (const auto& [name, kind] : {std::pair("reentrant", CheckpointKind::Reentrant),
             std::pair("not reentrant", CheckpointKind::NonReentrant)}) {
        QTest::addRow("%s, single", name) << int(kind) << false << false;
        QTest::addRow("%s, mixed", name) << int(kind) << true << false;
        QTest::addRow("%s, mixed 2021", name) << int(kind) << true << true;
    }
}

void TestDeit::checkpointsChangeNothing()
{
    QFETCH(const int, kind);
    QFETCH(const bool, isMixed);
    QFETCH(const bool, is2021);
    DeitSizes sizes = smallSizes();
    sizes.dropPath = 0.5; // random, and the same again
    const DeitRules rules{is2021, is2021, false};
    const Pass plain = train(sizes, rules, isMixed, CheckpointKind::None);
    const Pass checkpointed = train(sizes, rules, isMixed, CheckpointKind(kind));
    QCOMPARE(checkpointed.loss, plain.loss);
    for (std::size_t i = 0; i < plain.gradients.size(); ++i)
        QVERIFY(checkpointed.gradients[i].equal(plain.gradients[i]));
}

void TestDeit::mixedImages()
{
    const torch::Tensor images = torch::arange(3 * 4, torch::kFloat).reshape({3, 1, 2, 2});
    const torch::Tensor before = images.clone();
    const torch::Tensor classes = torch::tensor({std::int64_t(0), std::int64_t(1), std::int64_t(4)});
    const SoftBatch mixedUp = mixUp(images, classes, 5, 0.75);
    QVERIFY(mixedUp.images.allclose(0.75 * before + 0.25 * before.flip(0)));
    QVERIFY(mixedUp.shares.sum(1).allclose(torch::ones({3})));
    QVERIFY(torch::allclose(mixedUp.shares[0], torch::tensor({0.695F, 0.02F, 0.02F, 0.02F, 0.245F})));
    QVERIFY(torch::allclose(mixedUp.shares[1], torch::tensor({0.02F, 0.92F, 0.02F, 0.02F, 0.02F})));
}

QTEST_GUILESS_MAIN(TestDeit)
#include "tst_deit.moc"
