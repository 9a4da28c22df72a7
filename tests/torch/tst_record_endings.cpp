// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/torch/recorder_process.h"
#include "tests/torch/recording_checks.h"

#include "core/files/open_recording.h"

#include <QtTest>
#include <csignal>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

const QStringList mlp = {
    QStringLiteral("--workload"), QStringLiteral("mlp"), QStringLiteral("--set"), QStringLiteral("batch=16")};
const QStringList shortMlp = mlp + QStringList{QStringLiteral("--steps"), QStringLiteral("2")};
const QStringList endlessMlp = mlp + QStringList{QStringLiteral("--steps"), QStringLiteral("0")};

QString textOf(const Expected<Recording>& opened)
{
    return opened ? QString() : QString::fromStdString(opened.error().message);
}

} // namespace

class RecordEndingsTest : public QObject {
    Q_OBJECT

private slots:
    void badOptions_data();
    void badOptions();
    void deviceThatIsNotThere();
    void listNamesEveryWorkload();
    void theEndOfItsInput();
    void outOfMemory();
    void outOfMemoryHolds();
    void holdKeepsTheModel();
    void holdWithoutInputWaitsForASignal();
    void interruptEndsCleanly_data();
    void interruptEndsCleanly();
    void killedInTheMiddle();
    void slowReader();
    void readerThatGoesAway();
    void inputThatEndsLetsAHaltedRunGoOn();
};

void RecordEndingsTest::badOptions_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("workload") << QStringList{"--workload", "gpt"}
                              << QByteArray("transformer, vgg, deit, mlp");
    QTest::newRow("key") << QStringList{"--workload", "mlp", "--set", "depth=3"} << QByteArray("hidden");
    QTest::newRow("value") << QStringList{"--workload", "vgg", "--set", "depth=12"}
                           << QByteArray("11, 13, 16 or 19");
    QTest::newRow("range") << QStringList{"--workload", "mlp", "--set", "batch=0"} << QByteArray("1 to");
    QTest::newRow("no value") << QStringList{"--workload", "mlp", "--set", "batch"}
                              << QByteArray("key=value");
    QTest::newRow("conf key") << QStringList{"--conf", "max_split_size:20"}
                              << QByteArray("max_split_size_mb");
    QTest::newRow("conf value") << QStringList{"--conf", "max_split_size_mb:1"}
                                << QByteArray("max_split_size_mb");
    QTest::newRow("conf backend") << QStringList{"--conf", "backend:cudaMallocAsync"} << QByteArray("native");
    QTest::newRow("limit") << QStringList{"--limit", "much"} << QByteArray("--limit");
    QTest::newRow("limit zero") << QStringList{"--limit", "0"} << QByteArray("at least 1 byte");
    QTest::newRow("steps") << QStringList{"--steps", "-1"} << QByteArray("--steps");
    QTest::newRow("seed") << QStringList{"--seed", "-1"} << QByteArray("whole number");
    QTest::newRow("json alone") << QStringList{"--json"} << QByteArray("--list");
    QTest::newRow("empty output") << QStringList{"-o", ""} << QByteArray("file name");
    QTest::newRow("lengths") << QStringList{"--set", "min_length=100", "--set", "max_length=50"}
                             << QByteArray("min_length (100) is above max_length (50)");
    QTest::newRow("device") << QStringList{"--device", "tpu"} << QByteArray("cpu, cuda, cuda:N, or several");
    QTest::newRow("devices mixed") << QStringList{"--device", "cpu,cuda:0"} << QByteArray("cannot be mixed");
    QTest::newRow("device twice") << QStringList{"--device", "cuda:1,cuda:1"} << QByteArray("named twice");
    QTest::newRow("parallel") << QStringList{"--parallel", "ddp"} << QByteArray("use data");
    QTest::newRow("device number") << QStringList{"--device", "cuda:first"} << QByteArray("cuda:first");
    QTest::newRow("device below") << QStringList{"--device", "cuda:-1"} << QByteArray("cuda:-1");
    QTest::newRow("unknown") << QStringList{"--gpu"} << QByteArray("--gpu");
    QTest::newRow("output") << QStringList{"-o", "/nowhere/run.tide"} << QByteArray("/nowhere/run.tide");
}

void RecordEndingsTest::badOptions()
{
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, says);
    const PlainRun run = runRecorder(arguments);
    QCOMPARE(run.exitCode, 2);
    QCOMPARE(run.output, QByteArray());
    QVERIFY2(run.errors.contains(says), run.errors.constData());
}

// Whether the build knows CUDA or not.
void RecordEndingsTest::deviceThatIsNotThere()
{
    const PlainRun run = runRecorder({"--device", "cuda:127", "--steps", "1"});
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.output, QByteArray());
    QVERIFY2(run.errors.startsWith("tidemark-record: "), run.errors.constData());
    QCOMPARE(run.errors.count('\n'), 1);
}

void RecordEndingsTest::listNamesEveryWorkload()
{
    const PlainRun text = runRecorder({"--list"});
    QCOMPARE(text.exitCode, 0);
    const PlainRun json = runRecorder({"--list", "--json"});
    QCOMPARE(json.exitCode, 0);
    const QJsonObject list = QJsonDocument::fromJson(json.output).object();
    const QJsonArray workloads = list["workloads"].toArray();
    QCOMPARE(workloads.size(), 5);
    for (const QJsonValue& workload : workloads) {
        QVERIFY(text.output.contains(workload["name"].toString().toUtf8()));
        for (const QJsonValue& option : workload["options"].toArray())
            QVERIFY(text.output.contains((option["name"].toString() + '=').toUtf8()));
    }
    // The CPU is always there; without a CUDA device it is said why.
    const QJsonArray devices = list["devices"].toArray();
    QCOMPARE(devices.first()["name"].toString(), QStringLiteral("cpu"));
    QVERIFY(devices.first()["capacity"].toInteger() > 0);
    QCOMPARE(devices.size() == 1, !list["without_cuda"].toString().isEmpty());
    for (const QJsonValue& device : devices)
        QVERIFY(text.output.contains("--device " + device["name"].toString().toUtf8()));
}

void RecordEndingsTest::theEndOfItsInput()
{
    RecorderProcess process(endlessMlp + QStringList{"--hold", "--end-with-input"});
    QVERIFY(process.waitUntil([&] { return process.status().step > 2; }));
    process.closeInput();
    QCOMPARE(process.waitForEnd(), std::optional<int>(0));
    QVERIFY(process.ended()); // cleanly
}

void RecordEndingsTest::outOfMemory()
{
    RecorderProcess process(endlessMlp + QStringList{"--limit", "24MiB"});
    QCOMPARE(process.waitForEnd(), std::optional<int>(1));
    QVERIFY(process.ended());
    QCOMPARE(process.status().state, RecorderState::Failed);
    QVERIFY(process.status().text.starts_with("Out of memory. Tried to allocate"));
    QVERIFY(process.status().text.find("24.00 MiB allowed") != std::string::npos);
    QVERIFY(process.standardError().contains("Out of memory"));
    const Recording recording = process.recording();
    QCOMPARE(differenceFromOwnFigures(recording), QString());
    const EventColumns& events = recording.devices.front().events;
    bool hasOom = false;
    for (std::size_t i = 0; i < events.size(); ++i)
        hasOom = hasOom || events.action()[i] == Action::Oom;
    QVERIFY(hasOom);
    for (const Annotation& annotation : recording.annotations)
        QVERIFY(annotation.endUs != Annotation::open); // unwound, not torn off
}

// The state is as the workload left it, and the run fails only once it is let go.
void RecordEndingsTest::outOfMemoryHolds()
{
    RecorderProcess process(endlessMlp + QStringList{"--limit", "24MiB", "--hold"});
    QVERIFY(process.waitForState(RecorderState::Holding));
    QVERIFY(process.status().text.starts_with("Out of memory. Tried to allocate"));
    const auto stats = process.ask("stats");
    QVERIFY(stats && stats->ok);
    QVERIFY(stats->figure("allocated_bytes") > 0);
    QVERIFY(process.ask("mark after memory ran out")->ok);
    QVERIFY(!process.ask("pause")->ok);
    QVERIFY(process.isRunning());
    QVERIFY(process.ask("stop")->ok);
    QCOMPARE(process.waitForEnd(), std::optional<int>(1));
    QCOMPARE(process.status().state, RecorderState::Failed);
    QVERIFY(process.status().text.starts_with("Out of memory. Tried to allocate"));
    QCOMPARE(differenceFromOwnFigures(process.recording()), QString());
}

void RecordEndingsTest::holdKeepsTheModel()
{
    RecorderProcess process(shortMlp + QStringList{"--hold"});
    QVERIFY(process.waitForState(RecorderState::Holding));
    QCOMPARE(process.status().step, 2);
    const auto emptied = process.ask("empty_cache");
    QVERIFY(emptied && emptied->ok);
    QVERIFY(emptied->figure("allocated_bytes") > 40'000'000); // parameters, gradients, two moments
    QVERIFY(!process.ask("pause")->ok);
    QVERIFY(process.isRunning());
    QVERIFY(process.ask("stop")->ok);
    QCOMPARE(process.waitForEnd(), std::optional<int>(0));
    QCOMPARE(process.status().state, RecorderState::Finished);
}

void RecordEndingsTest::holdWithoutInputWaitsForASignal()
{
    RecorderProcess process(shortMlp + QStringList{"--hold"});
    process.closeInput();
    QVERIFY(process.waitForState(RecorderState::Holding));
    QTest::qWait(200);
    QVERIFY(process.isRunning());
    process.signal(SIGTERM);
    QCOMPARE(process.waitForEnd(), std::optional<int>(0));
    QCOMPARE(process.status().state, RecorderState::Finished);
}

void RecordEndingsTest::interruptEndsCleanly_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGTERM") << SIGTERM;
}

void RecordEndingsTest::interruptEndsCleanly()
{
    QFETCH(const int, signal);
    const QTemporaryDir folder;
    const QString file = folder.filePath("run.tide");
    RecorderProcess process(endlessMlp + QStringList{"-o", file});
    QVERIFY(QTest::qWaitFor([&file] { return QFileInfo(file).size() > 4000; }, 60'000));
    process.signal(signal);
    QCOMPARE(process.waitForEnd(), std::optional<int>(0));
    const auto opened = openRecording(file.toStdString());
    QCOMPARE(textOf(opened), QString());
    QVERIFY(opened->complete);
    QCOMPARE(differenceFromOwnFigures(*opened), QString());
}

void RecordEndingsTest::killedInTheMiddle()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("run.tide");
    RecorderProcess process(endlessMlp + QStringList{"-o", file});
    QVERIFY(QTest::qWaitFor([&file] { return QFileInfo(file).size() > 8000; }, 60'000));
    process.signal(SIGKILL);
    QCOMPARE(process.waitForEnd(), std::optional<int>());
    const auto opened = openRecording(file.toStdString());
    QCOMPARE(textOf(opened), QString());
    QVERIFY(!opened->complete);
    QVERIFY(opened->devices.front().events.size() > 100);
    QCOMPARE(differenceFromOwnFigures(*opened), QString());
}

// A reader that sleeps while the pipe is full: everything still arrives, or is counted.
void RecordEndingsTest::slowReader()
{
    RecorderProcess process(QStringList{"--workload", "mlp", "--steps", "300", "--set", "batch=1", "--set",
        "inputs=8", "--set", "hidden=8", "--set", "layers=8"});
    process.closeInput();
    QTest::qSleep(3000);
    QCOMPARE(process.waitForEnd(), std::optional<int>(0));
    QCOMPARE(process.decodingError(), QString());
    QVERIFY(process.ended());
    QCOMPARE(process.recording().devices.front().lostEvents, std::uint64_t(0));
    QCOMPARE(differenceFromOwnFigures(process.recording()), QString());
}

void RecordEndingsTest::readerThatGoesAway()
{
    // The shell ends its reader after a few bytes; the endless run must notice and end by itself.
    QProcess shell;
    shell.start("sh",
        {"-c",
            QStringLiteral("{ '%1' %2; echo $? >&2; } | head -c 2000 >/dev/null")
                .arg(QStringLiteral(TIDEMARK_RECORDER_PROGRAM), endlessMlp.join(' '))});
    QVERIFY(shell.waitForFinished(60'000));
    const QList<QByteArray> lines = shell.readAllStandardError().trimmed().split('\n');
    QCOMPARE(lines.last(), QByteArray("1"));
    QVERIFY(lines.first().startsWith("tidemark-record: "));
}

void RecordEndingsTest::inputThatEndsLetsAHaltedRunGoOn()
{
    RecorderProcess process(mlp + QStringList{"--steps", "30"});
    process.send("pause");
    QVERIFY(process.waitForState(RecorderState::Paused));
    process.closeInput();
    QCOMPARE(process.waitForEnd(), std::optional<int>(0));
    QCOMPARE(process.status().state, RecorderState::Finished);
}

QTEST_GUILESS_MAIN(RecordEndingsTest)
#include "tst_record_endings.moc"
