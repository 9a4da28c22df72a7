// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/recorder_ending.h"
#include "ui/live/recorder_program.h"
#include "ui/live/run_options.h"
#include "ui/live/workload_list.h"

#include <QTest>
#include <csignal>

using namespace tidemark::ui;

class TestLiveWords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sentences_data();
    void sentences();
    void elapsed_data();
    void elapsed();
    void argumentsOfTheRecorder();
    void commandLines_data();
    void commandLines();
    void theEnvironmentNamesTheRecorder();
    void workloads();
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
                       "--limit 1073741824 --seed 5 --hold"));
    options = {};
    options.workload = QStringLiteral("mlp");
    options.hold = false;
    QCOMPARE(recorderArguments(options).join(QLatin1Char(' ')), QStringLiteral("--workload mlp --steps 0"));
}

void TestLiveWords::commandLines_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<RecorderProgram>("program");
    QTest::newRow("nothing") << " " << RecorderProgram{};
    QTest::newRow("a program") << "tidemark-record" << RecorderProgram{"tidemark-record", {}};
    QTest::newRow("another machine") << "ssh host tidemark-record"
                                     << RecorderProgram{"ssh", {"host", "tidemark-record"}};
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
}

void TestLiveWords::theEnvironmentNamesTheRecorder()
{
    qputenv("TIDEMARK_RECORDER", "ssh host tidemark-record");
    QCOMPARE(findRecorder().program, QStringLiteral("ssh"));
    qunsetenv("TIDEMARK_RECORDER");
}

void TestLiveWords::workloads()
{
    const auto list = workloadsFromJson(R"([
        {"name": "mlp", "description": "Trains.", "has_steps": true, "options": [
            {"name": "batch", "kind": "integer", "default": 256, "help": "samples a step"},
            {"name": "bias", "kind": "switch", "default": true, "help": "with a bias"}]},
        {"name": "playground", "description": "Waits.", "has_steps": false, "options": []}])");
    QCOMPARE(list.size(), 2);
    QCOMPARE(list[0].name, QStringLiteral("mlp"));
    QCOMPARE(list[0].options.size(), 2);
    QCOMPARE(list[0].options[0].defaultValue, QStringLiteral("256"));
    QCOMPARE(list[0].options[1].defaultValue, QStringLiteral("on"));
    QCOMPARE(list[0].options[1].description, QStringLiteral("with a bias"));
    QVERIFY(list[0].hasSteps);
    QVERIFY(!list[1].hasSteps);
}

void TestLiveWords::badWorkloadLists_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("words") << QByteArray("mlp, vgg");
    QTest::newRow("another shape") << QByteArray("{\"a\": 1}");
    QTest::newRow("no names") << QByteArray("[{\"description\": \"x\"}]");
}

void TestLiveWords::badWorkloadLists()
{
    QFETCH(QByteArray, json);
    QVERIFY(workloadsFromJson(json).isEmpty());
}

QTEST_GUILESS_MAIN(TestLiveWords)
#include "tst_live_words.moc"
