// SPDX-License-Identifier: GPL-3.0-or-later
// Recordings as tables and traces, read by Python's own modules: check_exports.py says what is compared.
#include "core/files/tide_file.h"
#include "core/trace/recording_builder.h"
#include "tests/support/test_data.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

// Names, addresses, times and annotations as no well-behaved program leaves them, on two devices.
Recording strangeRecording(bool hasTimes)
{
    RecordingBuilder builder;
    Recording& recording = builder.recording();
    recording.format = "made up";
    recording.settings = {{"note", "a,\"b\"\nc"}};
    const FrameIndex frame =
        builder.frame({builder.string("=cmd|' /C calc'!A0"), builder.string("m\t.py"), 3});
    Context told;
    told.stack = builder.stack(frame, {});
    const ContextIndex context = builder.context(told);
    for (int number = 0; number < 2; ++number) {
        Device& device = recording.devices.emplace_back();
        device.ordinal = number;
        device.name = "dev\xff\x01\"ice";
        device.history = History::Whole;
        const std::uint64_t base = number == 0 ? 4096 : 0xff00000000000000;
        const auto add = [&](Action action, std::uint64_t address, std::uint64_t size) {
            // All in one microsecond.
            device.events.append(
                {hasTimes ? 1'700'000'000'000'000 : 0, address, size, context, 0, 0, action});
        };
        add(Action::SegmentAlloc, base, 2097152);
        add(Action::Alloc, base, 400);
        device.tensors.push_back({2, base, 400, builder.string("+weight,\xf0\x28"),
            builder.string("[10, 10]"), {}, MemoryCategory::Parameter, DataType::Float32});
        add(Action::Alloc, base + 512, 4000);
        add(Action::FreeRequested, base + 512, 4000);
        add(Action::FreeCompleted, base + 512, 4000);
        add(Action::Oom, 123456, 1 << 30);
        add(Action::Alloc, base + 512, 100);
    }
    const StringIndex name = builder.string("step \\ 1\x02");
    recording.annotations = {
        {1'699'999'999'999'000, Annotation::open, 0, UINT64_MAX, name, 0, AnnotationKind::Step},
        {1'699'999'999'999'500, 1'700'000'000'000'001, 0, 5, name, 0, AnnotationKind::Range},
        {1'700'000'000'000'000, 1'700'000'000'000'002, 1, 6, name, 0, AnnotationKind::Range}};
    recording.marks = {{1'700'000'000'000'000, 2, 0, {}, 1, MarkKind::ResetPeak},
        {1'700'000'000'000'000, 4, 512, {}, 0, MarkKind::EmptyCache}};
    return builder.snapshot();
}

} // namespace

class TestExports : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void pythonReadsTheSame_data();
    void pythonReadsTheSame();
    void strangeNamesAndAddresses_data();
    void strangeNamesAndAddresses();
    void smallSlicesAreLeftOut();
    void hugeTimesStayNumbers();

private:
    void check(const QString& recording);

    QString m_python;
    QTemporaryDir m_folder;
};

void TestExports::initTestCase()
{
    m_python = QStandardPaths::findExecutable(QStringLiteral("python3"));
}

void TestExports::check(const QString& recording)
{
    if (m_python.isEmpty())
        QSKIP("there is no python3 to compare with");
    const QTemporaryDir folder;
    QProcess python;
    python.start(m_python,
        {QStringLiteral("-B"), QStringLiteral(CHECK_EXPORTS), QStringLiteral(TIDEMARK_PROGRAM), recording,
            folder.path(), QStringLiteral(EXPORT_FORMATS)});
    QVERIFY(python.waitForFinished(120'000));
    QVERIFY2(python.exitCode() == 0, python.readAllStandardError().constData());
    QVERIFY(python.readAllStandardOutput().startsWith("ok "));
}

void TestExports::pythonReadsTheSame_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"vgg.pickle", "annotations.pickle", "oom.pickle", "graphs.pickle",
             "expandable.pickle", "wrapped.pickle", "record_stream.pickle", "segments_only.pickle",
             "ddp_rank1.pickle", "outside/made_up.pickle", "outside/torch20_oom.pickle",
             "outside/torch26_bf16.pickle", "outside/profiler_timeline.raw.gz",
             "snapshots/texts_protocol2.pickle", "snapshots/everything_protocol4.pickle", "cuda/mlp.tide"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestExports::pythonReadsTheSame()
{
    QFETCH(QString, name);
    check(testDataFile(name));
}

void TestExports::strangeNamesAndAddresses_data()
{
    QTest::addColumn<bool>("hasTimes");
    QTest::newRow("all in one microsecond") << true;
    QTest::newRow("without times") << false;
}

void TestExports::strangeNamesAndAddresses()
{
    QFETCH(bool, hasTimes);
    const QString file = m_folder.filePath(QStringLiteral("strange.tide"));
    QVERIFY(writeTide(strangeRecording(hasTimes), file.toStdString()));
    check(file);
}

void TestExports::smallSlicesAreLeftOut()
{
    const QString file = m_folder.filePath(QStringLiteral("strange.tide"));
    QVERIFY(writeTide(strangeRecording(true), file.toStdString()));
    const auto slicesWith = [&](const QString& least) {
        QProcess process;
        process.start(QStringLiteral(TIDEMARK_PROGRAM),
            {QStringLiteral("convert"), file, QStringLiteral("/dev/stdout"), QStringLiteral("--to"),
                QStringLiteral("trace"), QStringLiteral("--at-least"), least});
        process.waitForFinished(60'000);
        return process.readAllStandardOutput().count("\"alloc_event\"");
    };
    QCOMPARE(slicesWith(QStringLiteral("0")), 6);
    QCOMPARE(slicesWith(QStringLiteral("1KiB")), 2);
    QCOMPARE(slicesWith(QStringLiteral("1GiB")), 0);
}

// Only a broken file has such times: in nanoseconds they are more than a number of 64 bits holds.
void TestExports::hugeTimesStayNumbers()
{
    Recording recording = strangeRecording(true);
    EventColumns& events = recording.devices[0].events;
    EventColumns late;
    for (std::size_t i = 0; i < events.size(); ++i) {
        Event event = events[i];
        event.timeUs = INT64_MAX - 10 + static_cast<std::int64_t>(i);
        late.append(event);
    }
    events = late;
    recording.devices.resize(1);
    recording.annotations = {};
    recording.marks = {};
    const QString file = m_folder.filePath(QStringLiteral("late.tide"));
    const QString trace = m_folder.filePath(QStringLiteral("late.json"));
    QVERIFY(writeTide(recording, file.toStdString()));
    QCOMPARE(QProcess::execute(QStringLiteral(TIDEMARK_PROGRAM),
                 {QStringLiteral("convert"), file, trace, QStringLiteral("--to"), QStringLiteral("trace")}),
        0);
    QFile json(trace);
    QVERIFY(json.open(QIODevice::ReadOnly));
    const QJsonObject told = QJsonDocument::fromJson(json.readAll()).object();
    QVERIFY(told[QStringLiteral("baseTimeNanoseconds")].toDouble() > 1e18);
    const QJsonArray slices = told[QStringLiteral("traceEvents")].toArray();
    QVERIFY(slices.size() > 10);
    for (const QJsonValue& slice : slices)
        QVERIFY(slice[QStringLiteral("ts")].toDouble() >= 0);
}

QTEST_GUILESS_MAIN(TestExports)
#include "tst_exports.moc"
