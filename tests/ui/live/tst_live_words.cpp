// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/recorder_ending.h"
#include "ui/live/recorder_offer.h"
#include "ui/live/recorder_program.h"
#include "ui/live/run_options.h"

#include <QTest>
#include <csignal>

using namespace tidemark::ui;

class TestLiveWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sentences_data();
    void sentences();
    void sentencesOfRanks();
    void elapsed_data();
    void elapsed();
    void argumentsOfTheRecorder();
    void commandLines_data();
    void commandLines();
    void theEnvironmentNamesTheRecorder();
    void workloadsAndDevices();
    void badWorkloadLists_data();
    void badWorkloadLists();
};

void TestLiveWords::sentences_data()
{
    using Kind = RecorderEnding::Kind;
    QTest::addColumn<RecorderEnding>("ending");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("finished") << RecorderEnding{Kind::Finished, 0, {}, "noise", 12'345, 42'000}
                              << "The recording ended after 00:42, at event 12,345.";
    QTest::newRow("killed") << RecorderEnding{Kind::Crashed, SIGKILL, {}, {}, 7, 1'000}
                            << "The recorder was ended by SIGKILL (stopped from outside, as the system does "
                               "when memory runs out) "
                               "after 00:01, at event 7. Everything received is kept; Record starts another.";
    QTest::newRow("another signal")
        << RecorderEnding{Kind::Crashed, SIGUSR1, {}, {}, 7, 1'000}
        << "The recorder crashed with SIGUSR1 after 00:01, at event 7. Everything "
           "received is kept; Record starts another.";
    QTest::newRow("said why") << RecorderEnding{Kind::Failed, 1, "Out of memory", {}, 7, 1'000}
                              << "The workload failed: Out of memory. Everything received is kept; Record "
                                 "starts another.";
    QTest::newRow("said why twice") << RecorderEnding{Kind::Failed, 1, "Out of memory",
        "tidemark-record: Out of memory", 7,
        1'000} << "The workload failed: Out of memory. Everything received is kept; Record starts another.";
    QTest::newRow("exit code")
        << RecorderEnding{Kind::Failed, 3, {}, "disk gone", 7, 1'000}
        << "The recorder ended with exit code 3 after 00:01, at event 7. It said: disk "
           "gone. Everything received is kept; Record starts another.";
    RecorderEnding elsewhere{Kind::Failed, 255, {}, "Connection to gpu-box closed by remote host.", 7, 1'000,
        "ssh gpu-box", "ssh gpu-box tidemark-record --workload mlp"};
    QTest::newRow("connection lost")
        << elsewhere
        << "The connection to the recorder (ssh gpu-box) was lost after 00:01, at event 7. It said: "
           "Connection "
           "to gpu-box closed by remote host. Everything received is kept; Record starts another.";
    elsewhere.carrier = QStringLiteral("srun -G1");
    elsewhere.lastWords.clear();
    QTest::newRow("an exit code elsewhere")
        << elsewhere
        << "The recorder, or what carries it (srun -G1), ended with exit code 255 after 00:01, at event 7. "
           "Everything received is kept; Record starts another.";
    elsewhere.kind = Kind::CutOff;
    QTest::newRow("cut off")
        << elsewhere
        << "The connection to the recorder (srun -G1) ended in the middle of the recording "
           "after 00:01, at event 7. Everything received is kept; Record starts another.";
    elsewhere.kind = Kind::Crashed;
    elsewhere.code = SIGKILL;
    QTest::newRow("carrier killed") << elsewhere
                                    << "What carries the recorder (srun -G1) was ended by SIGKILL (stopped "
                                       "from outside, as the system does "
                                       "when memory runs out) after 00:01, at event 7. Everything received "
                                       "is kept; Record starts another.";
    QTest::newRow("not found")
        << RecorderEnding{Kind::NeverBegan, 127, {}, "bash: tidemark-record: command not found", 0, 1'000,
               "ssh gpu-box", "ssh gpu-box tidemark-record"}
        << "No recording came: “ssh gpu-box tidemark-record” ended with exit code 127. It said: bash: "
           "tidemark-record: command not found. If the recorder has another name or folder there, write it "
           "under Recorder.";
    QTest::newRow("refused")
        << RecorderEnding{Kind::NeverBegan, 255, {}, "Connection refused", 0, 1'000, "ssh gpu-box",
               "ssh gpu-box tidemark-record"}
        << "No recording came: “ssh gpu-box tidemark-record” ended with exit code 255. It said: Connection "
           "refused. ssh has to connect without asking anything: try it in a terminal first.";
    QTest::newRow("bad options here")
        << RecorderEnding{Kind::NeverBegan, 2, {}, "--device: 'x' is no device", 0, 10, {}, "tidemark-record"}
        << "No recording came: the recorder ended with exit code 2. It said: --device: 'x' is no device.";
    QTest::newRow("not started") << RecorderEnding{Kind::NotStarted, 0, "no such file", {}, 0, 0}
                                 << "The recorder could not be started: no such file.";
}

void TestLiveWords::sentences()
{
    QFETCH(RecorderEnding, ending);
    QFETCH(QString, sentence);
    QLocale::setDefault(QLocale(QLocale::English));
    QCOMPARE(endingSentence(ending), sentence);
}

void TestLiveWords::sentencesOfRanks()
{
    using Kind = RecorderEnding::Kind;
    QLocale::setDefault(QLocale(QLocale::English));
    const RecorderEnding fine{Kind::Finished, 0, {}, {}, 1'000, 42'000};
    const RecorderEnding quit{Kind::Failed, 3, {}, "disk gone", 7, 1'000};
    const RecorderEnding nothing{Kind::NotStarted, 0, "no such file", {}, 0, 0};
    QCOMPARE(endingSentence({{0, fine}, {1, fine}}),
        QStringLiteral("The recording of 2 ranks ended after 00:42, at event 2,000."));
    QCOMPARE(endingSentence({{0, fine}, {1, quit}}),
        QStringLiteral(
            "Rank 1: The recorder ended with exit code 3 after 00:01, at event 7. It said: disk gone. "
            "Everything received is kept; Record starts another."));
    QCOMPARE(endingSentence({{0, nothing}, {1, nothing}}),
        QStringLiteral("Ranks 0, 1: The recorder could not be started: no such file."));
    QCOMPARE(endingSentence({{RankEnding::only, quit}}), endingSentence(quit));
    QVERIFY(endingSentence({{2, quit}}).startsWith(QStringLiteral("Rank 2: The recorder")));
}

void TestLiveWords::elapsed_data()
{
    QTest::addColumn<qint64>("milliseconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing") << qint64(0) << "00:00";
    QTest::newRow("seconds") << qint64(42'999) << "00:42";
    QTest::newRow("minutes") << qint64(3'599'999) << "59:59";
    QTest::newRow("hours") << qint64(3'725'000) << "1:02:05";
}

void TestLiveWords::elapsed()
{
    QFETCH(qint64, milliseconds);
    QTEST(elapsedText(milliseconds), "text");
}

void TestLiveWords::argumentsOfTheRecorder()
{
    RunOptions options;
    options.workload = QStringLiteral("mlp");
    options.settings = {QStringLiteral("batch=8"), QStringLiteral("layers=2")};
    options.steps = 3;
    options.allocatorConf = QStringLiteral("max_split_size_mb:64");
    options.limit = 1 << 30;
    options.seed = 5;
    QCOMPARE(recorderArguments(options).join(QLatin1Char(' ')),
        QStringLiteral("--workload mlp --set batch=8 --set layers=2 --steps 3 --conf max_split_size_mb:64 "
                       "--limit 1073741824 --seed 5 --hold --end-with-input"));
    options = {};
    options.workload = QStringLiteral("mlp");
    options.hold = false;
    options.allocator = QStringLiteral("tidemark"); // nothing to choose on the CPU
    QCOMPARE(recorderArguments(options).join(QLatin1Char(' ')),
        QStringLiteral("--workload mlp --steps 0 --end-with-input"));
    options.device = QStringLiteral("cuda:1");
    QCOMPARE(recorderArguments(options).join(QLatin1Char(' ')),
        QStringLiteral("--workload mlp --device cuda:1 --allocator tidemark --steps 0 --end-with-input"));
}

void TestLiveWords::commandLines_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<RecorderProgram>("program");
    QTest::newRow("nothing") << " " << RecorderProgram{};
    QTest::newRow("a program") << "tidemark-record" << RecorderProgram{"tidemark-record", {}};
    QTest::newRow("another machine") << "ssh host tidemark-record"
                                     << RecorderProgram{"tidemark-record", {}, {"ssh", "host"}};
    QTest::newRow("its path there") << "srun -G1 /opt/tidemark-record -x"
                                    << RecorderProgram{"/opt/tidemark-record", {"-x"}, {"srun", "-G1"}};
    QTest::newRow("another name") << "env A=1 recorder" << RecorderProgram{"env", {"A=1", "recorder"}};
    QTest::newRow("a blank in the path")
        << "\"/my tools/tidemark-record\" -x" << RecorderProgram{"/my tools/tidemark-record", {"-x"}};
}

void TestLiveWords::commandLines()
{
    QFETCH(QString, line);
    QFETCH(RecorderProgram, program);
    const RecorderProgram read = recorderFromCommandLine(line);
    QCOMPARE(read.program, program.program);
    QCOMPARE(read.arguments, program.arguments);
    QCOMPARE(read.carrier, program.carrier);
}

void TestLiveWords::theEnvironmentNamesTheRecorder()
{
    qputenv("TIDEMARK_RECORDER", "ssh host tidemark-record");
    QCOMPARE(findRecorder().program, QStringLiteral("tidemark-record"));
    QCOMPARE(findRecorder().carrier, QStringList({QStringLiteral("ssh"), QStringLiteral("host")}));
    qunsetenv("TIDEMARK_RECORDER");
}

void TestLiveWords::workloadsAndDevices()
{
    const auto offer = offerFromJson(R"({"workloads": [
        {"name": "mlp", "description": "Trains.", "has_steps": true, "options": [
            {"name": "batch", "kind": "integer", "default": 256, "help": "samples a step"},
            {"name": "bias", "kind": "switch", "default": true, "help": "with a bias"}]},
        {"name": "playground", "description": "Waits.", "has_steps": false, "options": []}],
        "devices": [{"name": "cpu", "description": "", "capacity": 0},
            {"name": "cuda:0", "description": "NVIDIA H200", "capacity": 150050242560}],
        "without_cuda": "Why not."})");
    QVERIFY(offer);
    const QList<WorkloadInfo>& list = offer->workloads;
    QCOMPARE(list.size(), 2);
    QCOMPARE(list[0].name, QStringLiteral("mlp"));
    QCOMPARE(list[0].options.size(), 2);
    QCOMPARE(list[0].options[0].defaultValue, QStringLiteral("256"));
    QCOMPARE(list[0].options[1].defaultValue, QStringLiteral("on"));
    QCOMPARE(list[0].options[1].description, QStringLiteral("with a bias"));
    QVERIFY(list[0].hasSteps);
    QVERIFY(!list[1].hasSteps);
    QCOMPARE(offer->devices.size(), 2);
    QCOMPARE(offer->devices[0].description, QString());
    QCOMPARE(offer->devices[1].name, QStringLiteral("cuda:0"));
    QCOMPARE(offer->devices[1].description, QStringLiteral("NVIDIA H200"));
    QCOMPARE(offer->devices[0].capacity, std::uint64_t(0));
    QCOMPARE(offer->devices[1].capacity, std::uint64_t(150050242560));
    QCOMPARE(offer->withoutCuda, QStringLiteral("Why not."));
}

void TestLiveWords::badWorkloadLists_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("words") << QByteArray("mlp, vgg");
    QTest::newRow("another shape") << QByteArray("{\"a\": 1}");
    QTest::newRow("no names") << QByteArray("{\"workloads\": [{\"description\": \"x\"}]}");
    QTest::newRow("of an earlier version") << QByteArray("[{\"name\": \"mlp\"}]");
}

void TestLiveWords::badWorkloadLists()
{
    QFETCH(QByteArray, json);
    QVERIFY(!offerFromJson(json));
}

QTEST_GUILESS_MAIN(TestLiveWords)
#include "tst_live_words.moc"
