// SPDX-License-Identifier: GPL-3.0-or-later
// Packed activations in recordings: peaks, kept bytes, levels at step ends, and what is refused.
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/holders/attribution.h"
#include "tests/support/setting_of.h"
#include "tests/torch/recorder_process.h"
#include "tests/torch/recording_checks.h"

#include <QtTest>
#include <algorithm>
#include <fmt/format.h>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

// Large enough that activations, not weights, are most of the memory.
const QStringList deitOf2021 = {QStringLiteral("--workload"), QStringLiteral("deit"), QStringLiteral("--set"),
    QStringLiteral("depth=3"), QStringLiteral("--set"), QStringLiteral("batch=16"), QStringLiteral("--set"),
    QStringLiteral("classes=10"), QStringLiteral("--set"), QStringLiteral("precision=amp_2021")};

Recording record(const QStringList& workload, const char* activations, const QStringList& more = {})
{
    RecorderProcess process(workload
        + QStringList{QStringLiteral("--steps"), QStringLiteral("4"), QStringLiteral("--activations"),
            QString::fromLatin1(activations)}
        + more);
    process.closeInput();
    if (process.waitForEnd() != 0)
        qWarning("%s", process.standardError().constData());
    return process.recording();
}

std::int64_t peakOf(const Recording& recording)
{
    return sampledValue(recording, "end", "allocated_bytes.all.peak");
}

// Bytes of tensors kept for the backward pass when the newest forward pass ended.
std::int64_t keptBytes(const Recording& recording)
{
    std::uint64_t end = 0;
    for (const Annotation& annotation : recording.annotations) {
        if (annotation.kind == AnnotationKind::Phase && recording.strings[annotation.name] == "forward")
            end = std::max(end, annotation.endEvent);
    }
    const AnalyzedRecording analyzed = analyze(recording);
    const Attribution attribution = attribute(analyzed.recording, 0, analyzed.histories.front());
    std::int64_t kept = 0;
    for (const Allocation& allocation : attribution.allocations) {
        const bool isKept = allocation.category == MemoryCategory::Activation
            || allocation.category == MemoryCategory::PackedActivation;
        if (isKept && allocation.isAliveAt(end))
            kept += static_cast<std::int64_t>(allocation.bytes);
    }
    return kept;
}

} // namespace

class RecordActivationsTest : public QObject {
    Q_OBJECT

private slots:
    void everyWayWithEveryWorkload_data();
    void everyWayWithEveryWorkload();
    void orderOfPeaksAndKeptBytes();
    void packedTensorsAreLabelled();
    void faultsAreRefused_data();
    void faultsAreRefused();
    void helpTellsTheGrammar();
};

void RecordActivationsTest::everyWayWithEveryWorkload_data()
{
    QTest::addColumn<QStringList>("workload");
    QTest::addColumn<QByteArray>("activations");
    const QList<QStringList> workloads = {
        {QStringLiteral("mlp"), QStringLiteral("--set"), QStringLiteral("hidden=128")},
        {QStringLiteral("transformer"), QStringLiteral("--set"), QStringLiteral("layers=1"),
            QStringLiteral("--set"), QStringLiteral("max_length=64"), QStringLiteral("--set"),
            QStringLiteral("vocabulary=100")},
        {QStringLiteral("vgg"), QStringLiteral("--set"), QStringLiteral("image=32"), QStringLiteral("--set"),
            QStringLiteral("batch=2"), QStringLiteral("--set"), QStringLiteral("checkpoint=non_reentrant")},
        {QStringLiteral("deit"), QStringLiteral("--set"), QStringLiteral("depth=1"), QStringLiteral("--set"),
            QStringLiteral("image=32")}};
    for (const QStringList& workload : workloads) {
        for (const char* const activations : {"int8", "int8-hooks", "int4", "offload"})
            QTest::addRow("%s, %s", qPrintable(workload.front()), activations)
                << QStringList{QStringLiteral("--workload")} + workload << QByteArray(activations);
    }
}

void RecordActivationsTest::everyWayWithEveryWorkload()
{
    QFETCH(const QStringList, workload);
    QFETCH(const QByteArray, activations);
    const Recording recording = record(workload, activations.constData());
    QVERIFY(recording.complete);
    QCOMPARE(differenceFromOwnFigures(recording), QString());
    QCOMPARE(settingOf(recording.settings, "activations"), activations.toStdString());
    // Nothing is left over from step to step.
    const std::string_view level = "allocated_bytes.all.current";
    for (const char* const step : {"step 3", "step 4"})
        QCOMPARE(sampledValue(recording, step, level), sampledValue(recording, "step 2", level));
}

void RecordActivationsTest::orderOfPeaksAndKeptBytes()
{
    const Recording none = record(deitOf2021, "none");
    const Recording int8 = record(deitOf2021, "int8");
    const Recording hooks = record(deitOf2021, "int8-hooks");
    const Recording int4 = record(deitOf2021, "int4");
    const Recording offload = record(deitOf2021, "offload");
    const double ratio = double(keptBytes(none)) / double(keptBytes(int8));
    const std::string found =
        fmt::format("peaks: none {}, int8 {}, int8-hooks {}, int4 {}, offload {}; kept: "
                    "none {}, int8 {}, ratio {:.3f}, hooks {}, int4 {}, offload {}",
            peakOf(none), peakOf(int8), peakOf(hooks), peakOf(int4), peakOf(offload), keptBytes(none),
            keptBytes(int8), ratio, keptBytes(hooks), keptBytes(int4), keptBytes(offload));
    qInfo("%s", found.c_str());
    QVERIFY2(peakOf(none) > peakOf(int8), found.c_str());
    QVERIFY2(peakOf(none) > peakOf(hooks) && peakOf(hooks) > peakOf(int4), found.c_str());
    QVERIFY2(peakOf(none) > peakOf(offload), found.c_str());
    QVERIFY2(ratio > 2, found.c_str());
    QVERIFY2(keptBytes(int4) > keptBytes(offload), found.c_str());
}

void RecordActivationsTest::packedTensorsAreLabelled()
{
    const Recording recording = record(deitOf2021, "int8");
    std::size_t codes = 0;
    const auto& labels = recording.devices.front().tensors;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const TensorLabel& label = labels[i];
        if (label.category != MemoryCategory::PackedActivation || label.dataType != DataType::UInt8)
            continue;
        ++codes;
        QVERIFY(!recording.strings[label.operation].empty());
        QVERIFY(!recording.strings[label.shape].empty());
    }
    // In each block: 2 LayerNorm, qkv, 2 products of 2, softmax's two, proj, fc1, GELU, fc2.
    QVERIFY2(codes >= 4 * 3 * 13, std::to_string(codes).c_str());
}

void RecordActivationsTest::faultsAreRefused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    const QString activations = QStringLiteral("--activations");
    const QString policy = QStringLiteral("--activation-policy");
    QTest::newRow("no such way") << QStringList{activations, QStringLiteral("int3")}
                                 << QByteArray("use none, int8 (Mesa's way), int8-hooks");
    QTest::newRow("no such setting") << QStringList{activations, QStringLiteral("int8"), policy,
        QStringLiteral("on gelu: enabel=off")}
                                     << QByteArray("line 1, column 10: 'enabel' is no setting: use by_index");
    QTest::newRow("a policy for nothing")
        << QStringList{policy, QStringLiteral("on gelu: enable=off")} << QByteArray("choose a way");
    QTest::newRow("the playground") << QStringList{activations, QStringLiteral("int8"),
        QStringLiteral("--workload"), QStringLiteral("playground")}
                                    << QByteArray("playground never trains");
}

void RecordActivationsTest::faultsAreRefused()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, says);
    const PlainRun run = runRecorder(arguments);
    QCOMPARE(run.exitCode, 2);
    QVERIFY2(run.errors.contains(says), run.errors.constData());
}

void RecordActivationsTest::helpTellsTheGrammar()
{
    const PlainRun run = runRecorder({QStringLiteral("--help")});
    QCOMPARE(run.exitCode, 0);
    for (const char* const word :
        {"--activations", "--activation-policy", "on KIND:", "by_index", "ema_decay"})
        QVERIFY2(run.output.contains(word), word);
}

QTEST_GUILESS_MAIN(RecordActivationsTest)
#include "tst_record_activations.moc"
