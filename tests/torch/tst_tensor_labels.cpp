// SPDX-License-Identifier: GPL-3.0-or-later
// Labels change nothing: neither what a training computes nor what it asks of the allocator; and they name
// exactly the memory that operators keep.
#include "core/files/tide_decoder.h"
#include "core/torch/compatibility.h"
#include "core/torch/labels/model_labels.h"
#include "core/torch/optimizer_kind.h"
#include "core/torch/training_workload.h"

#include <algorithm>
#include <array>
#include <c10/core/CPUAllocator.h>
#include <cstdlib>
#include <map>
#include <set>
#include <torch/nn/functional/loss.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/container/sequential.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>
#include <torch/utils.h>

#include <QTemporaryFile>
#include <QtTest>

using namespace tidemark;

namespace {

// Records to a file, and reads it.
class FileRecorder {
public:
    FileRecorder()
    {
        if (!m_file.open())
            qFatal("no temporary file");
        m_recorder = Recorder::start(m_file.handle(), RunDescription()).value();
    }
    WorkloadPlace place(bool labels = true)
    {
        WorkloadPlace made = {*m_recorder, c10::Device(c10::DeviceType::CPU)};
        made.labelsTensors = labels;
        return made;
    }
    Recorder& recorder() { return *m_recorder; }
    Recording read()
    {
        if (!m_recorder->finish())
            qFatal("the recording has no end");
        m_file.seek(0);
        const QByteArray bytes = m_file.readAll();
        TideDecoder decoder;
        if (!decoder.feed(std::as_bytes(std::span(bytes.constData(), std::size_t(bytes.size())))))
            qFatal("the recording cannot be read");
        decoder.endOfInput();
        return decoder.snapshot();
    }

private:
    QTemporaryFile m_file;
    std::unique_ptr<Recorder> m_recorder;
};

class Small final : public TrainingWorkload {
public:
    Small(const WorkloadPlace& place, const OptionValues& options)
        : TrainingWorkload(place, options)
    { }

    torch::nn::Sequential model = nullptr;

private:
    std::vector<torch::Tensor> buildModel() override
    {
        model = torch::nn::Sequential(torch::nn::Linear(20, 30),
            torch::nn::LayerNorm(torch::nn::LayerNormOptions({30})), torch::nn::GELU(),
            torch::nn::Linear(30, 5));
        return model->parameters();
    }
    std::vector<std::string> namesOfParameters() const override { return parameterNames(*model); }
    std::unique_ptr<torch::optim::Optimizer> makeOptimizer(std::vector<torch::Tensor> parameters) override
    {
        return tidemark::makeOptimizer(OptimizerKind::AdamW, {}, std::move(parameters));
    }
    Batch nextBatch() override { return {torch::randn({8, 20}), torch::randint(5, {8}, torch::kLong)}; }
    torch::Tensor scores(const torch::Tensor& input) override { return model->forward(input); }
};

OptionValues trainingOptions()
{
    static const std::array table = {
        TrainingWorkload::setToNoneOption(), TrainingWorkload::accumulateOption()};
    return OptionValues(table);
}

// What the default allocator is asked for, and in which order it gets it back.
struct AllocationLog {
    std::vector<std::int64_t> entries; // bytes; a free: less the number of its allocation
    std::map<void*, std::int64_t> numbers;
    std::int64_t next = 0;
};
AllocationLog* allocationLog = nullptr;

void freeLogged(void* memory)
{
    if (allocationLog != nullptr && allocationLog->numbers.count(memory) > 0)
        allocationLog->entries.push_back(-allocationLog->numbers[memory]);
    std::free(memory);
}

class LoggedAllocator final : public TensorAllocatorBase {
public:
    c10::DeleterFnPtr raw_deleter() const override { return &freeLogged; }

private:
    c10::DataPtr provide(std::size_t bytes) const override
    {
        void* memory = bytes == 0 ? nullptr : std::aligned_alloc(64, (bytes + 63) / 64 * 64);
        if (allocationLog != nullptr && memory != nullptr) {
            allocationLog->numbers[memory] = ++allocationLog->next;
            allocationLog->entries.push_back(static_cast<std::int64_t>(bytes));
        }
        return {memory, memory, &freeLogged, c10::Device(c10::DeviceType::CPU)};
    }
};

struct Trained {
    std::vector<double> losses;
    AllocationLog log;
};

Trained train(bool labels)
{
    FileRecorder file;
    Trained trained;
    torch::manual_seed(4);
    allocationLog = &trained.log;
    {
        Small workload(file.place(labels), trainingOptions());
        workload.setUp();
        for (int step = 1; step <= 6; ++step)
            trained.losses.push_back(workload.step(step));
        allocationLog = nullptr; // the optimizer forgets in an order of its own, by address
    }
    return trained;
}

// Counts by itself what operators keep: each storage once, but for parameters.
class CountingPolicy final : public SavedTensorPolicy {
public:
    std::map<const void*, std::size_t> storages;
    std::size_t tensors = 0;

    std::unique_ptr<torch::autograd::SavedVariableHooks> hooksForNext() override
    {
        struct Hooks final : torch::autograd::SavedVariableHooks {
            explicit Hooks(CountingPolicy& policy)
                : counting(policy)
            { }
            void call_pack_hook(const at::Tensor& given) override
            {
                tensor = given.detach();
                counting.storages[given.storage().data_ptr().get()] = given.storage().nbytes();
                ++counting.tensors;
            }
            at::Tensor call_unpack_hook() override { return tensor; }
            CountingPolicy& counting;
            at::Tensor tensor;
        };
        return std::make_unique<Hooks>(*this);
    }
};

} // namespace

class TestTensorLabels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void nothingChanges();
    void keptTensorsAreThoseOfAnIndependentCount();
    void eachIsLabelledOnce();
    void sharedParametersHaveAllNames();
    void changedInPlaceIsRefused();
};

void TestTensorLabels::initTestCase()
{
    static LoggedAllocator allocator;
    c10::SetCPUAllocator(&allocator, 200);
}

void TestTensorLabels::nothingChanges()
{
    train(false); // what the first run of all makes, and keeps
    const Trained with = train(true);
    const Trained without = train(false);
    QCOMPARE(with.losses.size(), std::size_t(6));
    QVERIFY(with.losses == without.losses); // to the bit
    QVERIFY(with.log.entries.size() > 100);
    const auto [first, other] = std::mismatch(with.log.entries.begin(), with.log.entries.end(),
        without.log.entries.begin(), without.log.entries.end());
    const auto place = first - with.log.entries.begin();
    QVERIFY2(first == with.log.entries.end() && other == without.log.entries.end(),
        qPrintable(QStringLiteral("entry %1 differs").arg(place)));
}

void TestTensorLabels::keptTensorsAreThoseOfAnIndependentCount()
{
    torch::manual_seed(4);
    torch::nn::Sequential model(torch::nn::Linear(20, 30), torch::nn::ReLU(), torch::nn::Linear(30, 30),
        torch::nn::GELU(), torch::nn::Linear(30, 5));
    const torch::Tensor input = torch::randn({8, 20});
    const torch::Tensor target = torch::randint(5, {8}, torch::kLong);
    const auto loss = [&] { return torch::nn::functional::cross_entropy(model->forward(input), target); };

    CountingPolicy counting;
    torch::Tensor counted;
    {
        const SavedTensorScope scope(&counting);
        counted = loss();
    }
    std::set<const void*> parameters;
    for (const torch::Tensor& parameter : model->parameters())
        parameters.insert(parameter.storage().data_ptr().get());
    std::multiset<std::size_t> wanted;
    for (const auto& [address, bytes] : counting.storages) {
        if (parameters.count(address) == 0)
            wanted.insert(bytes);
    }

    FileRecorder file;
    TensorLabels labels(file.recorder().device(), c10::Device(c10::DeviceType::CPU));
    for (const torch::Tensor& parameter : model->parameters())
        labels.parameter(parameter, "weight");
    KeptTensorLabels policy(labels);
    torch::Tensor labelled;
    {
        const SavedTensorScope scope(&policy);
        labelled = loss();
    }
    const Recording recording = file.read();
    std::map<std::uint64_t, std::size_t> found;
    for (std::size_t i = 0; i < recording.devices[0].tensors.size(); ++i) {
        const TensorLabel label = recording.devices[0].tensors[i];
        if (label.category == MemoryCategory::Activation)
            found[label.address] = std::max<std::size_t>(found[label.address], label.bytes);
    }
    std::multiset<std::size_t> got;
    for (const auto& [address, bytes] : found)
        got.insert(bytes);
    QVERIFY(wanted.size() > 5);
    QVERIFY(got == wanted);
    QCOMPARE(labelled.item<float>(), counted.item<float>());
    labelled.backward();
    counted.backward();
}

void TestTensorLabels::eachIsLabelledOnce()
{
    FileRecorder file;
    {
        OptionValues options = trainingOptions();
        if (!options.set("set_to_none=off"))
            qFatal("no such option");
        Small workload(file.place(), options);
        workload.setUp();
        for (int step = 1; step <= 3; ++step)
            workload.step(step);
        workload.memoryMoved();
    }
    const Recording recording = file.read();
    std::map<std::string, int> times;
    for (std::size_t i = 0; i < recording.devices[0].tensors.size(); ++i)
        ++times[std::string(recording.strings[recording.devices[0].tensors[i].name])];
    // Once by itself, and once more since memoryMoved() said so.
    for (const char* name :
        {"0.weight", "3.bias", "0.weight.grad", "AdamW.exp_avg.0.weight", "AdamW.exp_avg_sq.3.bias"})
        QCOMPARE(times[name], 2);
    QCOMPARE(times["input"], 3);
}

void TestTensorLabels::sharedParametersHaveAllNames()
{
    torch::nn::Linear linear(3, 3);
    struct Pair : torch::nn::Module {
        explicit Pair(const torch::nn::Linear& linear)
        {
            register_module("in", linear);
            register_module("out", linear);
        }
    };
    const Pair pair(linear);
    const std::vector<std::string> names = parameterNames(pair, "model");
    QCOMPARE(names.front(), std::string("model.in.weight+model.out.weight"));
    QCOMPARE(names.size(), pair.parameters().size());
}

// As autograd refuses it without hooks.
void TestTensorLabels::changedInPlaceIsRefused()
{
    FileRecorder file;
    TensorLabels labels(file.recorder().device(), c10::Device(c10::DeviceType::CPU));
    KeptTensorLabels policy(labels);
    const torch::Tensor leaf = torch::randn({4}, torch::TensorOptions().requires_grad(true));
    torch::Tensor kept;
    torch::Tensor result;
    {
        const SavedTensorScope scope(&policy);
        kept = leaf * 2;
        result = kept.pow(2).sum();
    }
    kept.detach().add_(1);
    QVERIFY_EXCEPTION_THROWN(result.backward(), c10::Error);
}

QTEST_GUILESS_MAIN(TestTensorLabels)
#include "tst_tensor_labels.moc"
