// SPDX-License-Identifier: GPL-3.0-or-later
// DeiT recorded: what each choice does to the curves, in the order that people measured on GPUs.
#include "tests/torch/recorder_process.h"
#include "tests/torch/recording_checks.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

QStringList set(const QStringList& options)
{
    QStringList arguments;
    for (const QString& option : options)
        arguments << QStringLiteral("--set") << option;
    return arguments;
}

struct Recorded {
    int exitCode = -1;
    Recording recording;
    QString error;
};

Recorded record(const QString& workload, const QStringList& options, int steps = 2)
{
    RecorderProcess process(
        QStringList{QStringLiteral("--workload"), workload, QStringLiteral("--steps"), QString::number(steps)}
        + set(options));
    process.closeInput();
    const auto exitCode = process.waitForEnd();
    return {exitCode.value_or(-1), process.recording(), process.decodingError()};
}

std::int64_t peak(const Recorded& run)
{
    return sampledValue(run.recording, "end", "allocated_bytes.all.peak");
}

// Small enough for a few hundredths of a second a step.
QStringList little(const QStringList& options)
{
    return QStringList{QStringLiteral("depth=2"), QStringLiteral("batch=2"), QStringLiteral("image=32"),
               QStringLiteral("classes=10")}
    + options;
}

} // namespace

class RecordDeitTest : public QObject {
    Q_OBJECT

private slots:
    void orderOfPeaks();
    void scopes_data();
    void scopes();
    void refusals_data();
    void refusals();
    void optimizerState_data();
    void optimizerState();
    void optimizerStateElsewhere_data();
    void optimizerStateElsewhere();
    void accumulatedBatches();
};

// With the sizes that the workload has by itself.
void RecordDeitTest::orderOfPeaks()
{
    const std::int64_t single = peak(record(QStringLiteral("deit"), {QStringLiteral("precision=fp32")}));
    const std::int64_t old = peak(record(QStringLiteral("deit"), {QStringLiteral("precision=amp_2021")}));
    const std::int64_t today = peak(record(QStringLiteral("deit"), {QStringLiteral("precision=amp")}));
    const std::int64_t checkpointed =
        peak(record(QStringLiteral("deit"), {QStringLiteral("checkpoint=non_reentrant")}));
    const std::int64_t reentrant =
        peak(record(QStringLiteral("deit"), {QStringLiteral("checkpoint=reentrant")}));
    QVERIFY(checkpointed > 0);
    QVERIFY2(single > old, qPrintable(QStringLiteral("%1 %2").arg(single).arg(old)));
    QVERIFY2(old > today, qPrintable(QStringLiteral("%1 %2").arg(old).arg(today)));
    QVERIFY2(today > checkpointed, qPrintable(QStringLiteral("%1 %2").arg(today).arg(checkpointed)));
    QVERIFY2(today > reentrant, qPrintable(QStringLiteral("%1 %2").arg(today).arg(reentrant)));
    const Recorded fused = record(QStringLiteral("deit"), {QStringLiteral("attention=fused")});
    if (fused.exitCode == 0)
        QVERIFY(peak(fused) < today && peak(fused) > checkpointed);
}

void RecordDeitTest::scopes_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("outer");
    QTest::addColumn<QString>("inner");
    QTest::newRow("forward") << QStringList() << "blocks.1.attn.qkv"
                             << "aten::linear";
    QTest::newRow("a layer, backward") << QStringList() << "blocks.1.mlp.fc1"
                                       << "AddmmBackward0";
    QTest::newRow("attention, backward") << QStringList() << "blocks.0.attn"
                                         << "SoftmaxBackward0";
    QTest::newRow("GELU, backward") << QStringList() << "blocks.0.mlp.act"
                                    << "GeluBackward0";
    QTest::newRow("softmax of 2021") << QStringList{QStringLiteral("precision=amp_2021")} << "blocks.1.attn"
                                     << "softmax_keeping_input";
    QTest::newRow("softmax of 2021, backward")
        << QStringList{QStringLiteral("precision=amp_2021")} << "blocks.1.attn"
        << "torch::autograd::CppNode<tidemark::SoftmaxKeepingInput>";
    QTest::newRow("a checkpoint") << QStringList{QStringLiteral("checkpoint=reentrant")}
                                  << "recompute blocks.1"
                                  << "blocks.1";
}

void RecordDeitTest::scopes()
{
    QFETCH(const QStringList, options);
    QFETCH(const QString, outer);
    QFETCH(const QString, inner);
    const Recorded run = record(QStringLiteral("deit"), little(options));
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.error, QString());
    QCOMPARE(differenceFromOwnFigures(run.recording), QString());
    QVERIFY(hasCall(run.recording, outer.toStdString(), inner.toStdString()));
}

void RecordDeitTest::refusals_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("image") << QStringList{QStringLiteral("image=100")} << "no multiple of a patch's side, 16";
    QTest::newRow("fused") << QStringList{QStringLiteral("attention=fused"),
        QStringLiteral("precision=amp_2021")}
                           << "attention=fused";
    QTest::newRow("model") << QStringList{QStringLiteral("model=huge")} << "tiny, small or base";
}

void RecordDeitTest::refusals()
{
    QFETCH(const QStringList, options);
    QFETCH(const QString, sentence);
    const PlainRun run =
        runRecorder(QStringList{QStringLiteral("--workload"), QStringLiteral("deit")} + set(options));
    QVERIFY(run.exitCode != 0);
    QVERIFY2(QString::fromUtf8(run.errors).contains(sentence), run.errors.constData());
}

void RecordDeitTest::optimizerState_data()
{
    QTest::addColumn<QString>("workload");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<qint64>("parameters");
    QTest::addColumn<qint64>("others"); // numbers of what else is alive between steps
    QTest::addColumn<QString>("optimizer");
    QTest::addColumn<int>("states"); // tensors beside each parameter
    constexpr qint64 mlp = (8 * 32 + 32) + (32 * 32 + 32) + (32 * 10 + 10);
    constexpr qint64 block =
        4 * 192 + (192 * 576 + 576) + (192 * 192 + 192) + (192 * 768 + 768) + (768 * 192 + 192);
    constexpr qint64 deit = 192 + 5 * 192 + (3 * 256 * 192 + 192) + 2 * block + 2 * 192 + (192 * 10 + 10);
    const QStringList smallMlp = {QStringLiteral("batch=4"), QStringLiteral("inputs=8"),
        QStringLiteral("hidden=32"), QStringLiteral("layers=2")};
    for (const auto& [optimizer, states] :
        {std::pair("sgd", 0), std::pair("sgd_momentum", 1), std::pair("adam", 2), std::pair("adamw", 2)}) {
        QTest::addRow("mlp, %s", optimizer)
            << "mlp" << smallMlp << mlp << qint64(8 * 10) << optimizer << states;
        QTest::addRow("deit, %s", optimizer)
            << "deit" << little({}) << deit << qint64(10 * 3 * 64) << optimizer << states;
    }
}

// Between steps the parameters, their gradients and what the optimizer keeps are all there is, to the byte.
void RecordDeitTest::optimizerState()
{
    QFETCH(const QString, workload);
    QFETCH(const QStringList, options);
    QFETCH(const qint64, parameters);
    QFETCH(const qint64, others);
    QFETCH(const QString, optimizer);
    QFETCH(const int, states);
    const Recorded run = record(workload, options + QStringList{QStringLiteral("optimizer=") + optimizer});
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(sampledValue(run.recording, "end", "requested_bytes.all.current"),
        4 * ((2 + states) * parameters + others));
}

void RecordDeitTest::optimizerStateElsewhere_data()
{
    QTest::addColumn<QString>("workload");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<qint64>("others");
    QTest::newRow("vgg") << "vgg"
                         << QStringList{QStringLiteral("batch=2"), QStringLiteral("image=32"),
                                QStringLiteral("width=0.0625")}
                         << qint64(4 * 10 * 3 * 64);
    QTest::newRow("transformer") << "transformer"
                                 << QStringList{QStringLiteral("batch=2"), QStringLiteral("layers=1"),
                                        QStringLiteral("vocabulary=100"), QStringLiteral("max_length=64")}
                                 << qint64(0);
}

// Where nobody counts the parameters by hand: plain SGD's gradients are as large as they are, momentum once
// more, and AdamW's averages once more again.
void RecordDeitTest::optimizerStateElsewhere()
{
    QFETCH(const QString, workload);
    QFETCH(const QStringList, options);
    QFETCH(const qint64, others);
    const auto kept = [&](const QString& optimizer) {
        const Recorded run =
            record(workload, options + QStringList{QStringLiteral("optimizer=") + optimizer});
        return sampledValue(run.recording, "end", "requested_bytes.all.current") - others;
    };
    const std::int64_t plain = kept(QStringLiteral("sgd"));
    QVERIFY(plain > 0);
    QCOMPARE(2 * kept(QStringLiteral("sgd_momentum")), 3 * plain);
    QCOMPARE(kept(QStringLiteral("adamw")), 2 * plain);
}

// The same images in two halves: twice forward and backward, one step of the optimizer, and a lower peak.
void RecordDeitTest::accumulatedBatches()
{
    const Recorded whole =
        record(QStringLiteral("deit"), little({QStringLiteral("batch=64"), QStringLiteral("optimizer=sgd")}));
    const Recorded halves = record(QStringLiteral("deit"),
        little(
            {QStringLiteral("batch=32"), QStringLiteral("accumulate=2"), QStringLiteral("optimizer=sgd")}));
    const std::vector<std::string> expected = {"setup", "forward", "backward", "forward", "backward",
        "optimizer", "forward", "backward", "forward", "backward", "optimizer"};
    QCOMPARE(annotationNames(halves.recording, AnnotationKind::Phase), expected);
    QVERIFY(peak(halves) > 0);
    QVERIFY(peak(halves) < peak(whole));
    QCOMPARE(sampledValue(halves.recording, "end", "requested_bytes.all.current"),
        sampledValue(whole.recording, "end", "requested_bytes.all.current"));
}

QTEST_GUILESS_MAIN(RecordDeitTest)
#include "tst_record_deit.moc"
