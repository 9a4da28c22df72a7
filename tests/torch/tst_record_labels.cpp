// SPDX-License-Identifier: GPL-3.0-or-later
// What recorded workloads say their memory holds: nothing is left unexplained when a step ends.
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/holders/attribution.h"
#include "tests/torch/recorder_process.h"

#include <QtTest>
#include <array>
#include <set>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

using Sums = std::array<std::uint64_t, memoryCategoryCount>;

std::uint64_t of(const Sums& sums, MemoryCategory category)
{
    return sums[static_cast<std::size_t>(category)];
}

struct Labelled {
    AnalyzedRecording analyzed;
    Attribution attribution;

    const Recording& recording() const { return analyzed.recording; }
    std::string_view text(StringIndex index) const { return recording().strings[index]; }
    Sums sumsAt(std::uint64_t position) const
    {
        Sums sums = {};
        for (const Allocation& allocation : attribution.allocations) {
            if (allocation.isAliveAt(position))
                sums[static_cast<std::size_t>(allocation.category)] += allocation.bytes;
        }
        return sums;
    }
    std::vector<std::uint64_t> stepEnds() const
    {
        std::vector<std::uint64_t> ends;
        for (const Annotation& annotation : recording().annotations) {
            if (annotation.kind == AnnotationKind::Step)
                ends.push_back(annotation.endEvent);
        }
        return ends;
    }
    std::uint64_t forwardEnd() const // of the last step
    {
        std::uint64_t end = 0;
        for (const Annotation& annotation : recording().annotations) {
            if (text(annotation.name) == "forward")
                end = annotation.endEvent;
        }
        return end;
    }
};

std::optional<Labelled> record(
    const QString& workload, const QStringList& options, int steps = 3, const QString& labels = "on")
{
    QStringList arguments = {QStringLiteral("--workload"), workload, QStringLiteral("--steps"),
        QString::number(steps), QStringLiteral("--labels"), labels};
    for (const QString& option : options)
        arguments << QStringLiteral("--set") << option;
    RecorderProcess process(arguments);
    process.closeInput();
    if (process.waitForEnd() != 0 || !process.decodingError().isEmpty()) {
        qWarning().noquote() << process.standardError() << process.decodingError();
        return std::nullopt;
    }
    Labelled labelled{analyze(process.recording()), {}};
    labelled.attribution = attribute(labelled.recording(), 0, labelled.analyzed.histories[0]);
    return labelled;
}

// The first thing alive there that nobody explained.
QString unexplainedAt(const Labelled& run, std::uint64_t position)
{
    for (const Allocation& allocation : run.attribution.allocations) {
        if (!allocation.isAliveAt(position) || allocation.category != MemoryCategory::Unexplained)
            continue;
        QString text = QStringLiteral("event %1, %2 bytes:").arg(allocation.event).arg(allocation.requested);
        for (StackIndex at = run.recording().contexts[allocation.context].stack; !at.isNone();
             at = run.recording().stacks[at].caller) {
            const Frame& frame = run.recording().frames[run.recording().stacks[at].frame];
            text += QStringLiteral(" < ") + QString::fromStdString(std::string(run.text(frame.function)));
        }
        return text;
    }
    return {};
}

std::uint64_t rounded(std::uint64_t floats)
{
    return (floats * 4 + 511) / 512 * 512;
}

// What was asked for, in order; LibTorch itself lets go of a graph's tensors in another order from run to
// run.
std::vector<std::uint64_t> sizesAllocated(const Device& device)
{
    std::vector<std::uint64_t> sizes;
    for (std::size_t i = 0; i < device.events.size(); ++i)
        if (device.events.action()[i] == Action::Alloc)
            sizes.push_back(device.events.sizes()[i]);
    return sizes;
}

} // namespace

class RecordLabelsTest : public QObject {
    Q_OBJECT

private slots:
    void stepEndsAreExplained_data();
    void stepEndsAreExplained();
    void bytesOfAnMlp_data();
    void bytesOfAnMlp();
    void namesOfVgg();
    void recomputedActivationsAreTold_data();
    void recomputedActivationsAreTold();
    void labelsChangeNothing_data();
    void labelsChangeNothing();
    void playgroundTensorsHaveTheirIds();
};

void RecordLabelsTest::stepEndsAreExplained_data()
{
    QTest::addColumn<QString>("workload");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<int>("states"); // tensors that the optimizer keeps of each parameter
    const auto row = [](const char* name, const char* workload, const QStringList& options, int states) {
        QTest::newRow(name) << QString::fromLatin1(workload) << options << states;
    };
    const QStringList mlp = {"batch=16", "hidden=64"};
    row("mlp", "mlp", mlp, 2);
    row("mlp, SGD", "mlp", mlp + QStringList{"optimizer=sgd"}, 0);
    row("mlp, gradients in place", "mlp", mlp + QStringList{"set_to_none=off"}, 2);
    row("mlp, two batches a step", "mlp", mlp + QStringList{"accumulate=2"}, 2);
    const QStringList vgg = {"batch=2", "image=32", "width=0.0625"};
    row("vgg", "vgg", vgg, 1);
    row("vgg, reentrant", "vgg", vgg + QStringList{"checkpoint=reentrant"}, 1);
    row("vgg, non-reentrant", "vgg", vgg + QStringList{"checkpoint=non_reentrant"}, 1);
    row("vgg, segments", "vgg", vgg + QStringList{"checkpoint=reentrant", "segments=3"}, 1);
    const QStringList transformer = {"batch=2", "layers=2", "vocabulary=100", "max_length=40"};
    row("transformer", "transformer", transformer, 2);
    row("transformer, SGD", "transformer", transformer + QStringList{"optimizer=sgd_momentum"}, 1);
    const QStringList deit = {"depth=2", "batch=2", "image=32", "classes=10"};
    row("deit", "deit", deit, 2);
    row("deit of 2021", "deit", deit + QStringList{"precision=amp_2021"}, 2);
    row("deit, checkpoints", "deit", deit + QStringList{"checkpoint=non_reentrant"}, 2);
}

void RecordLabelsTest::stepEndsAreExplained()
{
    QFETCH(QString, workload);
    QFETCH(QStringList, options);
    QFETCH(int, states);
    const auto run = record(workload, options);
    QVERIFY(run);
    const std::vector<std::uint64_t> ends = run->stepEnds();
    QCOMPARE(ends.size(), std::size_t(3));
    for (const std::uint64_t end : ends) {
        const Sums sums = run->sumsAt(end);
        const QString unexplained = unexplainedAt(*run, end);
        QVERIFY2(unexplained.isEmpty(), qPrintable(unexplained));
        QCOMPARE(of(sums, MemoryCategory::Temporary), std::uint64_t(0));
        QCOMPARE(of(sums, MemoryCategory::Activation), std::uint64_t(0));
        QCOMPARE(of(sums, MemoryCategory::Input), std::uint64_t(0));
        const std::uint64_t parameters = of(sums, MemoryCategory::Parameter);
        QVERIFY(parameters > 0);
        QCOMPARE(of(sums, MemoryCategory::Gradient), parameters);
        QCOMPARE(of(sums, MemoryCategory::OptimizerState), static_cast<std::uint64_t>(states) * parameters);
        std::uint64_t all = 0;
        for (const std::uint64_t bytes : sums)
            all += bytes;
        const DeviceHistory& history = run->analyzed.histories[0];
        QCOMPARE(static_cast<std::int64_t>(all), history.valueAt(Curve::Allocated, end));
    }
    QVERIFY(of(run->sumsAt(run->forwardEnd()), MemoryCategory::Activation) > 0);
}

void RecordLabelsTest::bytesOfAnMlp_data()
{
    QTest::addColumn<QString>("optimizer");
    QTest::addColumn<int>("states");
    QTest::newRow("sgd") << "sgd" << 0;
    QTest::newRow("sgd_momentum") << "sgd_momentum" << 1;
    QTest::newRow("adamw") << "adamw" << 2;
}

// Against sizes that follow from its layers alone. What is kept for the backward pass: the batch, which is
// told as such, each hidden layer's result of ReLU, for the next product and for ReLU itself, and the
// logarithms of the last layer's softmax, with the loss's sum of weights.
void RecordLabelsTest::bytesOfAnMlp()
{
    QFETCH(QString, optimizer);
    QFETCH(int, states);
    const auto run = record(QStringLiteral("mlp"),
        {"batch=24", "inputs=50", "hidden=70", "layers=2", "classes=9", "optimizer=" + optimizer});
    QVERIFY(run);
    const std::uint64_t parameters =
        rounded(50 * 70) + rounded(70) + rounded(70 * 70) + rounded(70) + rounded(70 * 9) + rounded(9);
    const Sums end = run->sumsAt(run->stepEnds().back());
    QCOMPARE(of(end, MemoryCategory::Parameter), parameters);
    QCOMPARE(of(end, MemoryCategory::Gradient), parameters);
    QCOMPARE(of(end, MemoryCategory::OptimizerState), static_cast<std::uint64_t>(states) * parameters);
    QCOMPARE(of(end, MemoryCategory::Buffer), rounded(50 * 9)); // the teacher
    const Sums kept = run->sumsAt(run->forwardEnd());
    const std::uint64_t labels = rounded(24 * 2); // 24 numbers of 64 bits
    QCOMPARE(of(kept, MemoryCategory::Input), rounded(24 * 50) + labels);
    QCOMPARE(of(kept, MemoryCategory::Activation), 2 * rounded(24 * 70) + rounded(24 * 9) + rounded(1));
}

void RecordLabelsTest::namesOfVgg()
{
    const auto run = record(QStringLiteral("vgg"), {"batch=2", "image=32", "width=0.0625"}, 2);
    QVERIFY(run);
    std::set<std::string> names;
    bool isWeight = false;
    bool isKept = false;
    for (const TensorLabel& label : run->attribution.labels) {
        names.insert(std::string(run->text(label.name)));
        isWeight = isWeight
            || (run->text(label.name) == "features.0.weight" && run->text(label.shape) == "[4, 3, 3, 3]"
                && label.dataType == DataType::Float32 && label.bytes == 4 * 3 * 3 * 3 * 4
                && label.category == MemoryCategory::Parameter);
        isKept = isKept
            || (run->text(label.name) == "features.3" && label.category == MemoryCategory::Activation
                && run->text(label.operation) == "aten::convolution");
    }
    for (const char* name :
        {"features.0.weight", "classifier.6.bias", "features.0.weight.grad",
            "SGD.momentum_buffer.classifier.0.weight", "input", "target", "patterns", "classifier.3", "loss"})
        QVERIFY2(names.contains(name), name);
    QVERIFY(isWeight);
    QVERIFY(isKept);
}

void RecordLabelsTest::recomputedActivationsAreTold_data()
{
    QTest::addColumn<QString>("kind");
    QTest::newRow("reentrant") << "reentrant";
    QTest::newRow("non_reentrant") << "non_reentrant";
}

// A segment's own activations live while it runs again: they are told as those of a plain run are.
void RecordLabelsTest::recomputedActivationsAreTold()
{
    QFETCH(QString, kind);
    const auto run = record(QStringLiteral("vgg"), {"batch=4", "image=64", "checkpoint=" + kind}, 2);
    QVERIFY(run);
    std::uint64_t bytes = 0;
    for (const Allocation& allocation : run->attribution.allocations) {
        bool isAgain = false;
        for (StackIndex at = run->recording().contexts[allocation.context].stack; !at.isNone();
             at = run->recording().stacks[at].caller) {
            const Frame& frame = run->recording().frames[run->recording().stacks[at].frame];
            isAgain = isAgain || run->text(frame.function).starts_with("recompute");
        }
        if (isAgain && allocation.category == MemoryCategory::Activation)
            bytes += allocation.bytes;
    }
    QVERIFY(bytes > 0);
}

void RecordLabelsTest::labelsChangeNothing_data()
{
    QTest::addColumn<QString>("workload");
    QTest::addColumn<QStringList>("options");
    QTest::newRow("mlp") << "mlp" << QStringList{"batch=16", "hidden=64"};
    const QStringList vgg = {"batch=2", "image=32", "width=0.0625"};
    QTest::newRow("vgg") << "vgg" << vgg;
    QTest::newRow("vgg, reentrant") << "vgg" << vgg + QStringList{"checkpoint=reentrant"};
    QTest::newRow("vgg, non-reentrant") << "vgg" << vgg + QStringList{"checkpoint=non_reentrant"};
    QTest::newRow("transformer") << "transformer"
                                 << QStringList{"batch=2", "layers=2", "vocabulary=100", "max_length=40"};
    QTest::newRow("deit") << "deit" << QStringList{"depth=2", "batch=2", "image=32", "classes=10"};
}

void RecordLabelsTest::labelsChangeNothing()
{
    QFETCH(QString, workload);
    QFETCH(QStringList, options);
    const auto with = record(workload, options, 2);
    const auto without = record(workload, options, 2, QStringLiteral("off"));
    QVERIFY(with && without);
    const Device& labelled = with->recording().devices[0];
    const Device& plain = without->recording().devices[0];
    QVERIFY(!labelled.tensors.empty());
    QVERIFY(plain.tensors.empty());
    QVERIFY(!without->attribution.hasLabels);
    QCOMPARE(labelled.events.size(), plain.events.size());
    QCOMPARE(sizesAllocated(labelled), sizesAllocated(plain));
}

void RecordLabelsTest::playgroundTensorsHaveTheirIds()
{
    RecorderProcess process({QStringLiteral("--workload"), QStringLiteral("playground")});
    QVERIFY(process.waitForState(RecorderState::Running));
    QVERIFY(process.ask("alloc 5000000"));
    QVERIFY(process.ask("alloc 300"));
    QVERIFY(process.ask("free 1"));
    QVERIFY(process.ask("stop"));
    QCOMPARE(process.waitForEnd().value_or(-1), 0);
    const Recording recording = process.recording();
    const Column<TensorLabel>& labels = recording.devices[0].tensors;
    QCOMPARE(labels.size(), std::size_t(2));
    QCOMPARE(recording.strings[labels[0].name], std::string_view("tensor 1"));
    QCOMPARE(labels[0].bytes, std::uint64_t(5000000));
    QCOMPARE(recording.strings[labels[1].shape], std::string_view("[300]"));
    const AnalyzedRecording analyzed = analyze(recording);
    const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories[0]);
    QCOMPARE(attribution.labels.size(), std::size_t(2));
    QVERIFY(attribution.allocations.front().freeEvent != Allocation::never);
}

QTEST_GUILESS_MAIN(RecordLabelsTest)
#include "tst_record_labels.moc"
