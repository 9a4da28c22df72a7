// SPDX-License-Identifier: GPL-3.0-or-later
// What is kept for the backward pass, packed: what comes out forward and backward, and how many bytes it is.
#include "tests/torch/activations/small_network.h"

#include <QTest>
#include <functional>
#include <torch/utils.h>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::int64_t batch = 8;
constexpr std::int64_t tokenCount = 16;
constexpr std::int64_t rows = batch * tokenCount;

ActivationPlan planOf(ActivationKind kind, const char* policy = "")
{
    return ActivationPlan::make(kind, policy).value();
}

torch::Tensor someImages(std::uint64_t seed = 1)
{
    torch::manual_seed(seed);
    return torch::randn({batch, 3, 8, 8});
}

// Codes of that many elements, with a width and a minimum for each group.
std::int64_t quantizedBytes(std::int64_t elements, std::int64_t groups)
{
    return elements + 8 * groups;
}

} // namespace

class TestActivationPacker : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void forwardIsEqualToTheBit_data();
    void forwardIsEqualToTheBit();
    void mesasBytes();
    void hooksPackNothingTwice();
    void offloadKeepsNothingThere();
    void packedTensorsGoInTheBackwardPass_data();
    void packedTensorsGoInTheBackwardPass();
    void policiesSwitchOff();
    void listeningAlone();
    void accumulatedGradients();
    void twiceBackwardOverOneGraph();
    void onceBackwardOverOneGraph();
    void oneTensorKeptTwice();
    void whatIsChangedInPlace();
    void oddTensors_data();
    void oddTensors();
};

void TestActivationPacker::forwardIsEqualToTheBit_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<double>("closeness");
    QTest::newRow("none") << int(ActivationKind::None) << 1.0;
    QTest::newRow("int8") << int(ActivationKind::Int8) << 0.999;
    QTest::newRow("int8-hooks") << int(ActivationKind::Int8Hooks) << 0.999;
    QTest::newRow("int4") << int(ActivationKind::Int4) << 0.95;
    QTest::newRow("offload") << int(ActivationKind::Offload) << 1.0;
}

void TestActivationPacker::forwardIsEqualToTheBit()
{
    QFETCH(const int, kind);
    QFETCH(const double, closeness);
    SmallNetwork network(7);
    ActivationPacker packer(planOf(ActivationKind(kind)), SmallNetwork::heads, 3);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) { // running ranges: the first pass is not like later ones
        const torch::Tensor images = someImages(seed);
        const Pass plain = passThrough(network, images, nullptr);
        const torch::Tensor next = torch::rand({4});
        someImages(seed);
        const Pass packed = passThrough(network, images, &packer);
        QVERIFY(torch::rand({4}).equal(next)); // the workload's random numbers are its own
        QVERIFY(packed.loss.equal(plain.loss));
        if (closeness == 1)
            QVERIFY(packed.gradients.equal(plain.gradients));
        const double given = cosine(packed.gradients, plain.gradients);
        QVERIFY2(closeness == 1 || given > closeness, qPrintable(QString::number(given, 'g', 8)));
        if (closeness < 1)
            QVERIFY(!packed.gradients.equal(plain.gradients));
    }
}

void TestActivationPacker::mesasBytes()
{
    constexpr std::int64_t width = SmallNetwork::width;
    constexpr std::int64_t heads = SmallNetwork::heads;
    constexpr std::int64_t maps = batch * heads * tokenCount * tokenCount;
    SmallNetwork network(7);
    KeptTensors kept;
    ActivationPacker packer(planOf(ActivationKind::Int8), heads, 3, &kept);
    passThrough(network, someImages(), &packer);
    const auto packed = MemoryCategory::PackedActivation;
    QCOMPARE(kept.bytes(packed, "aten::relu"), rows * width / 8);
    // What is normalised at the end is the tokens' sum, kept by LayerNorm alone, as the others are.
    QCOMPARE(kept.bytes(packed, "aten::native_layer_norm"), 3 * quantizedBytes(rows * width, heads));
    // Inputs of qkv, proj and fc1 are as wide as a token, that of fc2 four times.
    QCOMPARE(kept.bytes(packed, "aten::addmm"),
        3 * quantizedBytes(rows * width, heads) + quantizedBytes(rows * 4 * width, heads));
    QCOMPARE(kept.bytes(packed, "aten::gelu"), quantizedBytes(rows * 4 * width, heads));
    QCOMPARE(kept.bytes(packed, "aten::_softmax"), quantizedBytes(maps, heads));
    // query, key and value; the map itself is softmax's result, packed once.
    QCOMPARE(kept.bytes(packed, "aten::bmm"), 3 * quantizedBytes(rows * width, heads));
    for (const KeptTensors::Kept& each : kept.all) {
        QVERIFY(each.category != packed || each.type == torch::kUInt8 || each.type == torch::kFloat);
        if (each.operation == "aten::convolution") // of the batch and of weights
            QCOMPARE(each.category, MemoryCategory::Activation);
    }
    // LayerNorm's mean and spread stay as they are, beside its weight and bias.
    QCOMPARE(kept.count(MemoryCategory::Activation, "aten::native_layer_norm"), std::size_t(3 * 4));
    QCOMPARE(kept.bytesForPacking, 8 * heads * 12);
}

void TestActivationPacker::hooksPackNothingTwice()
{
    SmallNetwork network(7);
    KeptTensors plain;
    ActivationPacker listening(planOf(ActivationKind::None), 1, 3, &plain);
    passThrough(network, someImages(), &listening);
    KeptTensors kept;
    ActivationPacker packer(planOf(ActivationKind::Int8Hooks), 1, 3, &kept);
    passThrough(network, someImages(), &packer);
    const auto packed = MemoryCategory::PackedActivation;
    // GELU's result, which fc2 keeps, and so on: a quarter of the bytes, and the ranges.
    QVERIFY(kept.bytes(packed, "aten::gelu")
        == rows * 4 * SmallNetwork::width + 8 * rows * 4 * SmallNetwork::width / 256);
    // ReLU's result is what the first LayerNorm is given, in another view of it, and what it was given is
    // not kept by the convolution.
    QVERIFY(kept.bytes(packed) < plain.bytes(MemoryCategory::Activation) / 3);
    KeptTensors half;
    ActivationPacker finer(planOf(ActivationKind::Int4), 1, 3, &half);
    passThrough(network, someImages(), &finer);
    QVERIFY(half.bytes(packed, "aten::gelu")
        == rows * 2 * SmallNetwork::width + 8 * rows * 4 * SmallNetwork::width / 256);
    QCOMPARE(half.count(packed), kept.count(packed));
}

void TestActivationPacker::offloadKeepsNothingThere()
{
    SmallNetwork network(7);
    KeptTensors kept;
    ActivationPacker packer(planOf(ActivationKind::Offload), 1, 3, &kept);
    passThrough(network, someImages(), &packer);
    QCOMPARE(kept.count(MemoryCategory::PackedActivation), std::size_t(0));
    for (const KeptTensors::Kept& each : kept.all) {
        const bool isOther = each.operation == "aten::convolution" || each.operation == "aten::addmm"
            || each.bytes < 1024 || each.operation == "aten::native_layer_norm";
        QVERIFY2(isOther, each.operation.c_str()); // weights, and what is small
    }
}

void TestActivationPacker::packedTensorsGoInTheBackwardPass_data()
{
    QTest::addColumn<int>("kind");
    for (const ActivationKind kind : {ActivationKind::Int8, ActivationKind::Int8Hooks, ActivationKind::Int4})
        QTest::newRow(std::string(nameOf(kind)).c_str()) << int(kind);
}

void TestActivationPacker::packedTensorsGoInTheBackwardPass()
{
    QFETCH(const int, kind);
    SmallNetwork network(7);
    KeptTensors kept;
    ActivationPacker packer(planOf(ActivationKind(kind)), SmallNetwork::heads, 3, &kept);
    torch::Tensor loss;
    {
        const ActivationPacker::ForwardPass keeping(packer);
        loss = network.loss(someImages());
    }
    const std::size_t count = kept.count(MemoryCategory::PackedActivation);
    QVERIFY(count > 10);
    QCOMPARE(kept.alive(MemoryCategory::PackedActivation), count);
    loss.backward();
    // The loss and its graph are still here; what the graph kept is not.
    QCOMPARE(kept.alive(MemoryCategory::PackedActivation), std::size_t(0));
}

void TestActivationPacker::policiesSwitchOff()
{
    SmallNetwork network(7);
    const auto packed = MemoryCategory::PackedActivation;
    KeptTensors kept;
    ActivationPacker packer(
        planOf(ActivationKind::Int8, "on gelu: enable=off; on matmul: by_index=1 enable=off"), 4, 3, &kept);
    passThrough(network, someImages(), &packer);
    QCOMPARE(kept.count(packed, "aten::gelu"), std::size_t(0));
    QCOMPARE(kept.bytes(MemoryCategory::Activation, "aten::gelu"), 4 * rows * 4 * SmallNetwork::width);
    QCOMPARE(kept.count(packed, "aten::bmm"), std::size_t(2 * 2)); // query and key, codes and ranges
    KeptTensors none;
    ActivationPacker nothing(planOf(ActivationKind::Int8Hooks, "on all: enable=off"), 4, 3, &none);
    const Pass pass = passThrough(network, someImages(), &nothing);
    QCOMPARE(none.count(packed), std::size_t(0));
    QVERIFY(pass.gradients.equal(passThrough(network, someImages(), nullptr).gradients));
}

void TestActivationPacker::listeningAlone()
{
    SmallNetwork network(7);
    KeptTensors kept;
    ActivationPacker packer(planOf(ActivationKind::None), 1, 3, &kept);
    passThrough(network, someImages(), &packer);
    QCOMPARE(kept.count(MemoryCategory::PackedActivation), std::size_t(0));
    QCOMPARE(kept.bytes(MemoryCategory::Activation, "aten::gelu"), 4 * rows * 4 * SmallNetwork::width);
    QCOMPARE(kept.bytesForPacking, 0);
}

void TestActivationPacker::accumulatedGradients()
{
    SmallNetwork network(7);
    ActivationPacker packer(planOf(ActivationKind::Int8), SmallNetwork::heads, 3);
    std::vector<torch::Tensor> losses;
    const torch::Tensor first = someImages(1);
    const torch::Tensor second = someImages(2) * 20; // moves every range
    for (const torch::Tensor& images : {first, second}) {
        const ActivationPacker::ForwardPass keeping(packer);
        losses.push_back(network.loss(images));
    }
    losses.front().backward();
    const torch::Tensor given = network.gradients();
    const double close = cosine(given, passThrough(network, first, nullptr).gradients);
    QVERIFY2(close > 0.999, qPrintable(QString::number(close, 'g', 8)));
}

void TestActivationPacker::twiceBackwardOverOneGraph()
{
    ActivationPacker packer(planOf(ActivationKind::Int8Hooks), 1, 3);
    const torch::Tensor input = torch::randn({64, 64}).set_requires_grad(true);
    torch::Tensor output;
    {
        const ActivationPacker::ForwardPass keeping(packer);
        output = (input * 2).square().sum();
    }
    output.backward({}, true);
    const torch::Tensor once = input.grad().clone();
    output.backward();
    QVERIFY(input.grad().equal(once * 2));
    QVERIFY_EXCEPTION_THROWN(output.backward(), c10::Error);
}

// What is packed has gone by the end of the pass, also where the graph is kept; the gradients are the same.
void TestActivationPacker::onceBackwardOverOneGraph()
{
    const torch::Tensor input = torch::randn({64, 64}).set_requires_grad(true);
    std::vector<torch::Tensor> gradients;
    for (const bool runsOnce : {false, true}) {
        ActivationPlan plan = planOf(ActivationKind::Int8Hooks);
        plan.runsBackwardOnce = runsOnce;
        ActivationPacker packer(plan, 1, 3);
        torch::Tensor output;
        {
            const ActivationPacker::ForwardPass keeping(packer);
            const torch::Tensor both = input * 2;
            output = (both * both).sum() + both.sigmoid().square().sum();
        }
        output.backward({}, true);
        gradients.push_back(input.grad().clone());
        if (runsOnce)
            QVERIFY_EXCEPTION_THROWN(output.backward(), c10::Error);
        input.mutable_grad().reset();
    }
    QVERIFY(gradients[0].equal(gradients[1]));
}

// By two operators, and as both factors of one product: packed once, and right in both.
void TestActivationPacker::oneTensorKeptTwice()
{
    KeptTensors kept;
    ActivationPacker packer(planOf(ActivationKind::Int8Hooks), 1, 3, &kept);
    const torch::Tensor input = torch::randn({64, 64}).set_requires_grad(true);
    const auto compute = [&input] {
        const torch::Tensor both = input * 2;
        return (both * both).sum() + both.view({-1}).square().sum() + both.t().matmul(both).sum();
    };
    torch::Tensor output;
    {
        const ActivationPacker::ForwardPass keeping(packer);
        output = compute();
    }
    output.backward();
    const torch::Tensor given = input.grad().clone();
    input.mutable_grad().reset();
    compute().backward();
    QVERIFY(cosine(given.view({-1}), input.grad().view({-1})) > 0.9999);
    // Only both.t() is another sequence of elements where it was copied; here it is the same memory.
    QCOMPARE(kept.count(MemoryCategory::PackedActivation), std::size_t(2)); // codes and ranges of one
}

void TestActivationPacker::whatIsChangedInPlace()
{
    KeptTensors kept;
    ActivationPacker packer(planOf(ActivationKind::Offload), 1, 3, &kept);
    const torch::Tensor input = torch::randn({64, 64}).set_requires_grad(true);
    const torch::Tensor few = torch::randn({4}).set_requires_grad(true);
    torch::Tensor output;
    torch::Tensor fault;
    {
        const ActivationPacker::ForwardPass keeping(packer);
        torch::Tensor values = input * 2;
        output = values.square().sum();
        values.mul_(3); // packed again, by what it is now
        output = output + values.square().sum();
        torch::Tensor small = few * 2; // kept as it is
        fault = small.square().sum();
        small.mul_(3);
    }
    output.backward();
    const torch::Tensor expected = input.detach() * (8 + 2 * 36);
    QVERIFY(torch::allclose(input.grad(), expected));
    QVERIFY_EXCEPTION_THROWN(fault.backward(), c10::Error); // as without packing
}

void TestActivationPacker::oddTensors_data()
{
    QTest::addColumn<int>("kind");
    for (const ActivationKind kind :
        {ActivationKind::Int8, ActivationKind::Int8Hooks, ActivationKind::Int4, ActivationKind::Offload})
        QTest::newRow(std::string(nameOf(kind)).c_str()) << int(kind);
}

void TestActivationPacker::oddTensors()
{
    QFETCH(const int, kind);
    ActivationPacker packer(planOf(ActivationKind(kind)), 3, 3);
    torch::manual_seed(31);
    using View = std::function<torch::Tensor(const torch::Tensor&)>;
    struct Odd {
        std::vector<std::int64_t> sizes;
        View view;
    };
    const View plain = [](const torch::Tensor& tensor) { return tensor; };
    const std::vector<Odd> odds = {{{}, plain}, {{0, 7}, plain}, {{5}, plain}, {{1, 1, 1, 2000}, plain},
        {{40, 1, 30},
            [](const torch::Tensor& tensor) {
                return tensor.expand({40, 50, 30});
            }},
        {{30, 40, 6}, [](const torch::Tensor& tensor) { return tensor.transpose(0, 2); }},
        {{90, 80}, [](const torch::Tensor& tensor) { return tensor.slice(1, 3, 70, 2); }},
        {{9, 30, 30}, [](const torch::Tensor& tensor) { return tensor.unbind(0)[3].t(); }},
        {{2, 6, 20, 20},
            [](const torch::Tensor& tensor) { return tensor.to(at::MemoryFormat::ChannelsLast); }}};
    for (const Odd& odd : odds) {
        const torch::Tensor leaf = torch::randn(odd.sizes).set_requires_grad(true);
        const auto compute = [&leaf, &odd] {
            const torch::Tensor values = odd.view(leaf * 1.5);
            return torch::gelu(values).sum() + values.softmax(-1).square().sum() + values.relu().sum();
        };
        torch::Tensor output;
        {
            const ActivationPacker::ForwardPass keeping(packer);
            output = compute();
        }
        output.backward();
        const torch::Tensor given = leaf.grad().clone().reshape({-1});
        leaf.mutable_grad().reset();
        const torch::Tensor expectedOutput = compute();
        QVERIFY(expectedOutput.equal(output));
        expectedOutput.backward();
        const torch::Tensor expected = leaf.grad().reshape({-1});
        if (ActivationKind(kind) == ActivationKind::Offload || leaf.numel() < 200)
            QVERIFY(given.equal(expected));
        else
            QVERIFY(cosine(given, expected) > (ActivationKind(kind) == ActivationKind::Int4 ? 0.95 : 0.999));
    }
}

QTEST_GUILESS_MAIN(TestActivationPacker)
#include "tst_activation_packer.moc"
