// SPDX-License-Identifier: GPL-3.0-or-later
// Gradient checkpoints against the same model without: every gradient equal to the bit, dropout included.
#include "core/torch/checkpoint/checkpoint.h"
#include "core/torch/saved/saved_tensor_policy.h"

#include <QTest>
#include <fcntl.h>
#include <torch/nn/functional/dropout.h>
#include <torch/types.h>
#include <torch/utils.h>
#include <unistd.h>
#include <vector>

using namespace tidemark;

namespace {

constexpr std::int64_t width = 48;

// A recorder whose stream goes nowhere.
class Listener {
public:
    Listener()
        : m_sink(open("/dev/null", O_WRONLY | O_CLOEXEC))
        , m_recorder(Recorder::start(m_sink, {}).value())
    { }
    ~Listener()
    {
        m_recorder.reset();
        close(m_sink);
    }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
    WorkloadPlace place() { return {*m_recorder, c10::Device(c10::DeviceType::CPU)}; }

private:
    int m_sink;
    std::unique_ptr<Recorder> m_recorder;
};

// Segments that keep much: a product, an activation in place, dropout, a normalisation.
struct Model {
    explicit Model(int segments)
    {
        torch::manual_seed(7);
        for (int i = 0; i < segments; ++i)
            weights.push_back(torch::randn({width, width}).set_requires_grad(true));
    }

    torch::Tensor segment(std::size_t number, const torch::Tensor& input) const
    {
        ++runs;
        torch::Tensor output = input.matmul(weights[number]);
        output.relu_();
        output = torch::nn::functional::dropout(output, torch::nn::functional::DropoutFuncOptions().p(0.3));
        return torch::layer_norm(output, {width}) * input.sigmoid();
    }

    std::vector<torch::Tensor> weights;
    mutable int runs = 0;
};

struct Outcome {
    torch::Tensor output;
    torch::Tensor inputGradient;
    std::vector<torch::Tensor> gradients;
    int runs = 0;
    std::int64_t keptBytes = 0; // of tensors that operators kept as they are
    torch::Tensor next; // a random number behind it all
};

// Sees what is kept where nothing else decides.
class KeptBytes final : public SavedTensorPolicy {
public:
    struct Counting final : torch::autograd::SavedVariableHooks {
        explicit Counting(std::int64_t& total)
            : bytes(total)
        { }
        void call_pack_hook(const at::Tensor& tensor) override
        {
            bytes += static_cast<std::int64_t>(tensor.nbytes());
            kept = tensor.detach();
        }
        at::Tensor call_unpack_hook() override { return kept; }
        std::int64_t& bytes;
        at::Tensor kept;
    };
    std::unique_ptr<torch::autograd::SavedVariableHooks> hooksForNext() override
    {
        return std::make_unique<Counting>(total);
    }
    std::int64_t total = 0;
};

Outcome train(CheckpointKind kind, int segments, bool inputRequiresGradient = true)
{
    Listener listener;
    const WorkloadPlace place = listener.place();
    const Model model(segments);
    torch::Tensor input = torch::randn({32, width}).set_requires_grad(inputRequiresGradient);
    std::vector<std::string> names;
    for (int i = 0; i < segments; ++i)
        names.push_back("segment " + std::to_string(i));
    KeptBytes kept;
    Outcome outcome;
    torch::Tensor state = input;
    {
        const SavedTensorScope scope(&kept);
        for (std::size_t i = 0; i < names.size(); ++i)
            state = checkpoint(
                kind, place, names[i],
                [&model, i](const torch::Tensor& given) { return model.segment(i, given); }, state);
    }
    outcome.keptBytes = kept.total;
    outcome.output = state.detach().clone();
    state.square().sum().backward();
    outcome.inputGradient = input.grad();
    for (const torch::Tensor& weight : model.weights)
        outcome.gradients.push_back(weight.grad());
    outcome.runs = model.runs;
    outcome.next = torch::rand({4});
    return outcome;
}

} // namespace

class TestCheckpoint : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gradientsAreEqualToTheBit_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("segments");
        for (const int segments : {1, 2, 5}) {
            QTest::addRow("reentrant, %d", segments) << int(CheckpointKind::Reentrant) << segments;
            QTest::addRow("not reentrant, %d", segments) << int(CheckpointKind::NonReentrant) << segments;
        }
    }

    void gradientsAreEqualToTheBit()
    {
        QFETCH(const int, kind);
        QFETCH(const int, segments);
        const Outcome plain = train(CheckpointKind::None, segments);
        const Outcome checkpointed = train(CheckpointKind(kind), segments);
        QVERIFY(checkpointed.output.equal(plain.output));
        QVERIFY(checkpointed.inputGradient.equal(plain.inputGradient));
        for (std::size_t i = 0; i < plain.gradients.size(); ++i)
            QVERIFY(checkpointed.gradients[i].equal(plain.gradients[i]));
        QCOMPARE(plain.runs, segments);
        QCOMPARE(checkpointed.runs, 2 * segments);
        QVERIFY2(checkpointed.next.equal(plain.next), "running again moved the random numbers");
        QVERIFY(checkpointed.keptBytes < plain.keptBytes / 2);
    }

    void anInputWithoutGradient()
    {
        const Outcome plain = train(CheckpointKind::None, 1, false);
        const Outcome reentrant = train(CheckpointKind::NonReentrant, 1, false);
        QVERIFY(reentrant.gradients.front().equal(plain.gradients.front()));
    }

    void aSegmentThatChangesIsRefused()
    {
        Listener listener;
        const WorkloadPlace place = listener.place();
        const torch::Tensor weight = torch::randn({width, width}).set_requires_grad(true);
        const torch::Tensor input = torch::randn({8, width}).set_requires_grad(true);
        const std::string name = "moody";
        int runs = 0;
        const auto moody = [&](const torch::Tensor& given) {
            return ++runs == 1 ? given.matmul(weight).sigmoid() : given.sum(0, true).matmul(weight).sigmoid();
        };
        const torch::Tensor output = checkpoint(CheckpointKind::NonReentrant, place, name, moody, input);
        QVERIFY_EXCEPTION_THROWN(output.sum().backward(), c10::Error);
    }
};

QTEST_GUILESS_MAIN(TestCheckpoint)
#include "tst_checkpoint.moc"
