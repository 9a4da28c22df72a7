// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "tests/ui/live/live_support.h"
#include "ui/live/stream_prelude.h"
#include "ui/live/workload_catalogue.h"

#include <QSignalSpy>
#include <span>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;
using State = RecorderProcess::State;

namespace {

constexpr int patience = recorderPatience;

QStringList argumentsThatArrived(const RecorderProcess& recorder)
{
    QStringList arguments;
    if (const auto& recording = recorder.newest().recording)
        for (const Setting& setting : recording->recording.settings)
            if (setting.name == "argument")
                arguments << QString::fromStdString(setting.value);
    return arguments;
}

std::span<const std::byte> bytesOf(const QByteArray& text)
{
    return std::as_bytes(std::span(text.data(), static_cast<std::size_t>(text.size())));
}

const QByteArray mark("\x89TIDE\r\n\x1a", 8);

} // namespace

class TestRecorderElsewhere : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void argumentsArriveIntact_data();
    void argumentsArriveIntact();
    void commandsGoThere();
    void aSlowConnection();
    void itEndsWithTheWindow_data();
    void itEndsWithTheWindow();
    void nothingComes_data();
    void nothingComes();
    void aLostConnectionKeepsWhatCame();
    void aKilledCarrierKeepsWhatCame();
    void aCarrierThatKeepsTheInput();
    void preludes_data();
    void preludes();
    void theListComesFromThere_data();
    void theListComesFromThere();
    void noListComes_data();
    void noListComes();
    void anotherQuestionReplacesTheFirst();

private:
    CarrierFolder m_carriers;
};

void TestRecorderElsewhere::argumentsArriveIntact_data()
{
    QTest::addColumn<QString>("carrier");
    QTest::newRow("ssh joins and takes apart") << "ssh";
    QTest::newRow("srun hands on") << "srun";
}

void TestRecorderElsewhere::argumentsArriveIntact()
{
    QFETCH(QString, carrier);
    RunOptions options = optionsFor(QStringLiteral("train"), 3);
    options.allocatorConf = QStringLiteral("roundup_power2_divisions:[256:1,512:2,>:4]");
    options.settings = {QStringLiteral("text=it's $HOME; `date` & \"more\" *"), QStringLiteral("empty=")};
    RecorderProcess recorder;
    recorder.start(m_carriers.recorder(carrier), options);
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Finished, patience);
    QCOMPARE(argumentsThatArrived(recorder), recorderArguments(options));
    QVERIFY(recorder.newest().streamEnded);
}

void TestRecorderElsewhere::commandsGoThere()
{
    RecorderProcess recorder;
    recorder.start(m_carriers.recorder(QStringLiteral("ssh")), optionsFor(QStringLiteral("train")));
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Running, patience);
    QVERIFY(ask(recorder, QStringLiteral("pause")).ok);
    const Composition before = recorder.newest().newest.front();
    QCOMPARE(
        static_cast<std::uint64_t>(ask(recorder, QStringLiteral("empty_cache")).figure("returned_bytes")),
        before.wholeFree);
    recorder.stop();
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Finished, patience);
    QVERIFY(recorder.newest().recording->recording.complete);
}

void TestRecorderElsewhere::aSlowConnection()
{
    RecorderProcess recorder;
    recorder.start(
        m_carriers.recorder(QStringLiteral("ssh"), {QStringLiteral("--delay"), QStringLiteral("700")}),
        optionsFor(QStringLiteral("train"), 3));
    QTest::qWait(200);
    QCOMPARE(recorder.state(), State::Starting);
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Finished, patience);
}

void TestRecorderElsewhere::itEndsWithTheWindow_data()
{
    QTest::addColumn<QString>("how");
    QTest::newRow("stopped") << "stop";
    QTest::newRow("closed") << "close";
    QTest::newRow("the carrier was killed") << "kill";
}

void TestRecorderElsewhere::itEndsWithTheWindow()
{
    QFETCH(QString, how);
    const QString pids = m_carriers.file(how);
    {
        RecorderProcess recorder;
        recorder.start(m_carriers.recorder(QStringLiteral("ssh"), {QStringLiteral("--pid-file"), pids}),
            optionsFor(QStringLiteral("train")));
        QTRY_VERIFY_WITH_TIMEOUT(eventCount(recorder) > 0, patience);
        QCOMPARE(::kill(m_carriers.processes(pids).front(), 0), 0);
        if (how == QLatin1String("stop"))
            recorder.stop();
        if (how == QLatin1String("kill"))
            ::kill(static_cast<pid_t>(recorder.processId()), SIGKILL);
        QTRY_VERIFY_WITH_TIMEOUT(how == QLatin1String("close") || !recorder.isAlive(), patience);
    }
    QTRY_COMPARE_WITH_TIMEOUT(::kill(m_carriers.processes(pids).front(), 0), -1, patience);
}

void TestRecorderElsewhere::nothingComes_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("program"); // empty: the fake recorder
    QTest::addColumn<QStringList>("words");
    QTest::newRow("refused") << QStringList{"--refuse"} << ""
                             << QStringList{"ssh --refuse gpu-box", "exit code 255", "Connection refused",
                                    "in a terminal"};
    QTest::newRow("not found") << QStringList() << "tidemark-record-of-another-name"
                               << QStringList{"exit code 127", "not found", "under Recorder"};
    QTest::newRow("a greeting") << QStringList{"--banner", "Welcome to gpu-box!\n\nHave a nice day\n"} << ""
                                << QStringList{"“Welcome to gpu-box! Have a nice day”", "~/.bashrc"};
    QTest::newRow("a greeting without an end")
        << QStringList{"--banner", "hello "} << "true" << QStringList{"“hello”"};
    QTest::newRow("a terminal") << QStringList{"--terminal"} << ""
                                << QStringList{"A terminal lies between", "-t"};
    QTest::newRow("not a word") << QStringList() << "true" << QStringList{"exit code 0"};
}

void TestRecorderElsewhere::nothingComes()
{
    QFETCH(QStringList, options);
    QFETCH(QString, program);
    QFETCH(QStringList, words);
    RecorderProgram there = m_carriers.recorder(QStringLiteral("ssh"), options);
    if (!program.isEmpty())
        there.program = program;
    RecorderProcess recorder;
    recorder.start(there, optionsFor(QStringLiteral("train")));
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Failed, patience);
    for (const QString& word : words)
        QVERIFY2(recorder.ending().contains(word), qPrintable(recorder.ending()));
    QVERIFY(!recorder.newest().recording);
}

void TestRecorderElsewhere::aLostConnectionKeepsWhatCame()
{
    RecorderProcess recorder;
    recorder.start(
        m_carriers.recorder(QStringLiteral("ssh"), {QStringLiteral("--drop-after"), QStringLiteral("20000")}),
        optionsFor(QStringLiteral("train")));
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Failed, patience);
    QVERIFY(eventCount(recorder) > 100);
    QVERIFY(!recorder.newest().recording->recording.complete);
    const QString said = recorder.ending();
    QVERIFY2(said.contains(QStringLiteral("was lost after")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("Connection to gpu-box closed")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("kept")), qPrintable(said));
}

void TestRecorderElsewhere::aKilledCarrierKeepsWhatCame()
{
    RecorderProcess recorder;
    recorder.start(m_carriers.recorder(QStringLiteral("srun")), optionsFor(QStringLiteral("train")));
    QTRY_VERIFY_WITH_TIMEOUT(eventCount(recorder) > 100, patience);
    ::kill(static_cast<pid_t>(recorder.processId()), SIGKILL);
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Crashed, patience);
    QVERIFY(eventCount(recorder) > 100);
    QVERIFY2(recorder.ending().contains(QStringLiteral("What carries the recorder")),
        qPrintable(recorder.ending()));
}

void TestRecorderElsewhere::aCarrierThatKeepsTheInput()
{
    RecorderProcess recorder;
    recorder.start(m_carriers.recorder(QStringLiteral("kubectl"), {QStringLiteral("--no-input")}),
        optionsFor(QStringLiteral("train")));
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Failed, patience);
    QVERIFY2(recorder.ending().contains(QStringLiteral("with -i")), qPrintable(recorder.ending()));
}

void TestRecorderElsewhere::preludes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("problem"); // empty: none
    QTest::newRow("a recording") << mark + "more"
                                 << "";
    QTest::newRow("nothing") << QByteArray() << "";
    QTest::newRow("cut off in the mark") << mark.left(5) << "";
    QTest::newRow("a greeting") << "Hello\n" + mark << "“Hello”";
    QTest::newRow("half a line") << QByteArray("Hel") << "“Hel”";
    QTest::newRow("a long line") << QByteArray(2000, 'x') << "“xxx";
    QTest::newRow("other bytes") << QByteArray("\x01\xff\n") << "“\\x01\xEF\xBF\xBD”";
    QTest::newRow("a terminal") << QByteArray(mark).replace("\n", "\r\n") << "A terminal";
}

void TestRecorderElsewhere::preludes()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, problem);
    for (const qsizetype step : {qsizetype(1), qsizetype(3), qsizetype(4096)}) {
        StreamPrelude prelude;
        QByteArray passed;
        QString said;
        for (qsizetype at = 0; at < bytes.size() && said.isEmpty(); at += step) {
            const QByteArray piece = bytes.mid(at, step);
            const auto through = prelude.pass(bytesOf(piece));
            if (through)
                passed.append(reinterpret_cast<const char*>(through->data()), qsizetype(through->size()));
            else
                said = QString::fromStdString(through.error().message);
        }
        if (const auto ended = prelude.end(); !ended && said.isEmpty())
            said = QString::fromStdString(ended.error().message);
        QVERIFY2(problem.isEmpty() ? said.isEmpty() : said.contains(problem), qPrintable(said));
        QCOMPARE(prelude.isThrough(), bytes.startsWith(mark));
        QCOMPARE(passed, bytes.startsWith(mark) ? bytes : QByteArray());
    }
}

void TestRecorderElsewhere::theListComesFromThere_data()
{
    argumentsArriveIntact_data();
}

void TestRecorderElsewhere::theListComesFromThere()
{
    QFETCH(QString, carrier);
    WorkloadCatalogue catalogue;
    RecorderOffer offer;
    connect(&catalogue, &WorkloadCatalogue::answered, this, [&](const RecorderOffer& came) { offer = came; });
    catalogue.ask(m_carriers.recorder(carrier, {QStringLiteral("--delay"), QStringLiteral("100")}));
    QVERIFY(catalogue.isAsking()); // and nobody was held up
    QTRY_VERIFY_WITH_TIMEOUT(!catalogue.isAsking(), patience);
    QCOMPARE(offer.workloads.front().name, QStringLiteral("train"));
    QCOMPARE(offer.devices.back().name, QStringLiteral("cuda:0"));
    QCOMPARE(offer.devices.back().description, QStringLiteral("Imagined GPU"));
    QCOMPARE(offer.devices.back().capacity, 80 * gibibyte);
}

void TestRecorderElsewhere::noListComes_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("words");
    QTest::newRow("refused") << QStringList{"--refuse"} << ""
                             << "Connection refused";
    QTest::newRow("not found") << QStringList() << "tidemark-record-of-another-name"
                               << "under Recorder";
    QTest::newRow("a greeting") << QStringList{"--banner", "Welcome!\n"} << ""
                                << "“Welcome!";
    QTest::newRow("another program") << QStringList() << "true"
                                     << "of the same version";
    QTest::newRow("too late") << QStringList{"--delay", "5000"} << ""
                              << "did not answer";
}

void TestRecorderElsewhere::noListComes()
{
    QFETCH(QStringList, options);
    QFETCH(QString, program);
    QFETCH(QString, words);
    RecorderProgram there = m_carriers.recorder(QStringLiteral("ssh"), options);
    if (!program.isEmpty())
        there.program = program;
    WorkloadCatalogue catalogue;
    catalogue.setPatience(words.contains(QLatin1String("did not")) ? 50 : patience);
    QSignalSpy answers(&catalogue, &WorkloadCatalogue::answered);
    QString said;
    connect(&catalogue, &WorkloadCatalogue::failed, this, [&](const QString& sentence) { said = sentence; });
    catalogue.ask(there);
    QTRY_VERIFY_WITH_TIMEOUT(!said.isEmpty(), patience);
    QVERIFY2(said.contains(words), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("ssh ")), qPrintable(said)); // what was run
    QCOMPARE(answers.count(), 0);
}

void TestRecorderElsewhere::anotherQuestionReplacesTheFirst()
{
    WorkloadCatalogue catalogue;
    QSignalSpy answers(&catalogue, &WorkloadCatalogue::answered);
    QSignalSpy failures(&catalogue, &WorkloadCatalogue::failed);
    catalogue.ask(
        m_carriers.recorder(QStringLiteral("ssh"), {QStringLiteral("--delay"), QStringLiteral("400")}));
    catalogue.ask(fakeRecorder());
    QTRY_COMPARE_WITH_TIMEOUT(answers.count(), 1, patience);
    QTest::qWait(600);
    QCOMPARE(answers.count(), 1);
    QCOMPARE(failures.count(), 0);
}

QTEST_GUILESS_MAIN(TestRecorderElsewhere)
#include "tst_recorder_elsewhere.moc"
