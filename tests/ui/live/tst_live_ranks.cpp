// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/open_recording.h"
#include "core/files/tide_file.h"
#include "tests/ui/live/live_support.h"
#include "ui/live/answer_gathering.h"

#include <QSignalSpy>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;
using State = RecorderProcess::State;

namespace {

constexpr int patience = recorderPatience;

RunOptions ranksOf(int ranks, const QString& workload, int steps = 0)
{
    RunOptions options = optionsFor(workload, steps);
    options.ranks = ranks;
    return options;
}

std::shared_ptr<const AnalyzedRecording> runToItsEnd(const RunOptions& options)
{
    RecorderProcess recorder;
    recorder.start(fakeRecorder(), options);
    (void)QTest::qWaitFor([&] { return !recorder.isAlive(); }, patience);
    return recorder.state() == State::Finished ? recorder.newest().recording : nullptr;
}

std::string nameOf(const Recording& recording, ContextIndex context)
{
    const Stack& stack = recording.stacks[recording.contexts[context].stack];
    return std::string(recording.strings[recording.contexts[context].thread]) + '/'
        + std::string(recording.strings[recording.frames[stack.frame].function]);
}

// Everything of two events but when they were.
QString difference(
    const Recording& left, const Device& leftDevice, const Recording& right, const Device& rightDevice)
{
    if (leftDevice.events.size() != rightDevice.events.size())
        return QStringLiteral("%1 events and %2")
            .arg(leftDevice.events.size())
            .arg(rightDevice.events.size());
    for (std::size_t i = 0; i < leftDevice.events.size(); ++i) {
        Event a = leftDevice.events[i];
        Event b = rightDevice.events[i];
        const bool sameName = nameOf(left, a.context) == nameOf(right, b.context);
        a.timeUs = b.timeUs = 0;
        a.context = b.context = {};
        if (a != b || !sameName)
            return QStringLiteral("event %1").arg(i);
    }
    return {};
}

QString valueOf(const Device& device, const char* name)
{
    for (const Setting& setting : device.settings)
        if (setting.name == name)
            return QString::fromStdString(setting.value);
    return {};
}

} // namespace

class TestLiveRanks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theRanksAreOneRecording();
    void eachHasItsEnvironment_data();
    void eachHasItsEnvironment();
    void commandsGoToAll();
    void theSlowestIsShown();
    void aFailedRankIsNamedAndTheOthersGoOn_data();
    void aFailedRankIsNamedAndTheOthersGoOn();
    void aRankThatCannotStart();
    void closingEndsAll();
    void itIsSavedAsOneFile();
    void answersBecomeOne();
    void answersOfRanksThatEnd();

private:
    CarrierFolder m_carriers;
};

void TestLiveRanks::theRanksAreOneRecording()
{
    constexpr int ranks = 3;
    const auto merged = runToItsEnd(ranksOf(ranks, QStringLiteral("train"), 30));
    QVERIFY(merged);
    QCOMPARE(merged->recording.devices.size(), std::size_t(ranks));
    QVERIFY(merged->recording.complete);
    QCOMPARE(merged->recording.workload, std::string("train"));
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        // The same rank alone.
        qputenv("RANK", QByteArray::number(int(rank)));
        const auto alone = runToItsEnd(optionsFor(QStringLiteral("train"), 30));
        qunsetenv("RANK");
        const Device& device = merged->recording.devices[rank];
        QCOMPARE(device.source, "rank " + std::to_string(rank));
        QCOMPARE(difference(merged->recording, device, alone->recording, alone->recording.devices.front()),
            QString());
        const DeviceHistory& history = merged->histories[rank];
        QCOMPARE(history.eventCount(), device.events.size());
        QCOMPARE(history.contradictions(), std::uint64_t(0));
        QCOMPARE(history.peak(Curve::Reserved).bytes, alone->histories.front().peak(Curve::Reserved).bytes);
        const auto isOfRank = [rank](const Annotation& step) { return step.device == rank; };
        QCOMPARE(std::count_if(
                     merged->recording.annotations.begin(), merged->recording.annotations.end(), isOfRank),
            std::ptrdiff_t(30));
    }
    QVERIFY(std::is_sorted(merged->recording.annotations.begin(), merged->recording.annotations.end(),
        [](const Annotation& left, const Annotation& right) { return left.startUs < right.startUs; }));
}

void TestLiveRanks::eachHasItsEnvironment_data()
{
    QTest::addColumn<QString>("carrier");
    QTest::newRow("here") << "";
    QTest::newRow("by ssh") << "ssh";
    QTest::newRow("by srun") << "srun";
}

void TestLiveRanks::eachHasItsEnvironment()
{
    QFETCH(QString, carrier);
    RecorderProcess recorder;
    recorder.start(carrier.isEmpty() ? fakeRecorder() : m_carriers.recorder(carrier),
        ranksOf(2, QStringLiteral("train"), 3));
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Finished, patience);
    const auto& devices = recorder.newest().recording->recording.devices;
    QCOMPARE(devices.size(), std::size_t(2));
    for (int rank = 0; rank < 2; ++rank) {
        const Device& device = devices[static_cast<std::size_t>(rank)];
        QCOMPARE(valueOf(device, "RANK"), QString::number(rank));
        QCOMPARE(valueOf(device, "LOCAL_RANK"), QString::number(rank));
        QCOMPARE(valueOf(device, "WORLD_SIZE"), QStringLiteral("2"));
        QCOMPARE(valueOf(device, "MASTER_ADDR"), QStringLiteral("127.0.0.1"));
        QCOMPARE(valueOf(device, "MASTER_PORT"), valueOf(devices[0], "MASTER_PORT"));
    }
}

void TestLiveRanks::commandsGoToAll()
{
    RecorderProcess recorder;
    recorder.start(fakeRecorder(), ranksOf(2, QStringLiteral("train")));
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Running, patience);
    QTRY_VERIFY_WITH_TIMEOUT(recorder.newest().status.step > 8, patience);
    QSignalSpy answers(&recorder, &RecorderProcess::answered);
    QVERIFY(ask(recorder, QStringLiteral("pause")).ok);
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Paused, patience);
    QCOMPARE(answers.count(), 1);

    const std::vector<Composition> before = recorder.newest().newest;
    QCOMPARE(before.size(), std::size_t(2));
    QVERIFY(before[0].wholeFree > 0 && before[1].wholeFree > 0);
    const Answer answer = ask(recorder, QStringLiteral("empty_cache"));
    QCOMPARE(static_cast<std::uint64_t>(answer.figure("returned_bytes")),
        before[0].wholeFree + before[1].wholeFree);
    QCOMPARE(answer.figure("duration_us"), std::int64_t(400)); // not the sum
    for (std::size_t rank = 0; rank < 2; ++rank) // came no later than the answer
        QCOMPARE(recorder.newest().newest[rank].reserved, before[rank].reserved - before[rank].wholeFree);

    QVERIFY(ask(recorder, QStringLiteral("mark here")).ok);
    std::vector<bool> marked(2, false);
    for (const Mark& put : recorder.newest().recording->recording.marks)
        if (recorder.newest().recording->recording.strings[put.name] == "here")
            marked[put.device] = true;
    QVERIFY(marked[0] && marked[1]);
    const Answer refused = ask(recorder, QStringLiteral("fly away"));
    QVERIFY(!refused.ok);
    QVERIFY2(refused.text.starts_with("Rank 0: "), refused.text.c_str());
    recorder.stop();
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Finished, patience);
    QVERIFY2(recorder.ending().contains(QStringLiteral("of 2 ranks")), qPrintable(recorder.ending()));
}

void TestLiveRanks::theSlowestIsShown()
{
    RunOptions options = ranksOf(2, QStringLiteral("train"));
    options.settings = {QStringLiteral("slow=1")};
    RecorderProcess recorder;
    recorder.start(fakeRecorder(), options);
    const auto stepOf = [&](std::size_t rank) { return recorder.newest().ranks[rank].status.step; };
    QTRY_VERIFY_WITH_TIMEOUT(recorder.newest().ranks.size() == 2 && stepOf(0) > stepOf(1) + 5, patience);
    QCOMPARE(recorder.newest().status.step, stepOf(1));
}

void TestLiveRanks::aFailedRankIsNamedAndTheOthersGoOn_data()
{
    QTest::addColumn<QString>("workload");
    QTest::addColumn<State>("state");
    QTest::addColumn<QString>("words");
    QTest::newRow("out of memory") << "oom" << State::Failed << "Out of memory: tried to allocate 64.0 MiB.";
    QTest::newRow("exit code") << "quit" << State::Failed << "exit code 3";
    QTest::newRow("crash") << "crash" << State::Crashed << "SIGSEGV";
    QTest::newRow("garbage") << "garbage" << State::Failed << "can no longer be read";
}

void TestLiveRanks::aFailedRankIsNamedAndTheOthersGoOn()
{
    QFETCH(QString, workload);
    QFETCH(State, state);
    QFETCH(QString, words);
    RunOptions options = ranksOf(3, workload);
    options.settings = {QStringLiteral("misbehaves=1")};
    RecorderProcess recorder;
    QSignalSpy failures(&recorder, &RecorderProcess::rankFailed);
    recorder.start(fakeRecorder(), options);
    QTRY_COMPARE_WITH_TIMEOUT(failures.count(), 1, patience);
    QVERIFY(recorder.isAlive());
    QVERIFY2(recorder.reason().startsWith(QStringLiteral("Rank 1: ")), qPrintable(recorder.reason()));
    QVERIFY2(recorder.reason().contains(words), qPrintable(recorder.reason()));
    // The others go on, and answer.
    const std::size_t events = eventCount(recorder, 2);
    QTRY_VERIFY_WITH_TIMEOUT(eventCount(recorder, 2) > events, patience);
    QVERIFY(eventCount(recorder, 1) > 0);
    QVERIFY(ask(recorder, QStringLiteral("empty_cache")).ok);
    recorder.stop();
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), state, patience);
    QVERIFY2(recorder.ending().startsWith(QStringLiteral("Rank 1: ")), qPrintable(recorder.ending()));
    QVERIFY(!recorder.newest().recording->recording.complete || workload == QLatin1String("oom"));
}

void TestLiveRanks::aRankThatCannotStart()
{
    RecorderProcess recorder;
    recorder.start({QStringLiteral("/nowhere/tidemark-record")}, ranksOf(2, QStringLiteral("train")));
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Failed, patience);
    QVERIFY2(recorder.ending().startsWith(QStringLiteral("Ranks 0, 1: ")), qPrintable(recorder.ending()));
    QVERIFY(!recorder.newest().recording);
}

void TestLiveRanks::closingEndsAll()
{
    QList<pid_t> ids;
    {
        RecorderProcess recorder;
        recorder.start(fakeRecorder(), ranksOf(3, QStringLiteral("train")));
        QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Running, patience);
        for (std::size_t rank = 0; rank < 3; ++rank)
            ids << static_cast<pid_t>(recorder.processId(rank));
    }
    for (const pid_t id : ids)
        QCOMPARE(::kill(id, 0), -1);
}

void TestLiveRanks::itIsSavedAsOneFile()
{
    const auto live = runToItsEnd(ranksOf(2, QStringLiteral("train"), 10));
    QVERIFY(live);
    const std::string path = m_carriers.file(QStringLiteral("ranks.tide")).toStdString();
    QVERIFY(writeTide(live->recording, path));
    const auto read = openRecording(path);
    QVERIFY(read);
    QCOMPARE(read->devices.size(), std::size_t(2));
    QCOMPARE(read->annotations.size(), live->recording.annotations.size());
    for (std::size_t rank = 0; rank < 2; ++rank) {
        QCOMPARE(read->devices[rank].source, live->recording.devices[rank].source);
        QCOMPARE(difference(live->recording, live->recording.devices[rank], *read, read->devices[rank]),
            QString());
    }
}

void TestLiveRanks::answersBecomeOne()
{
    AnswerGathering gathering(2);
    gathering.asked("empty_cache");
    gathering.asked("pause");
    gathering.take(
        1, {"empty_cache", true, "From 1.", {{"returned_bytes", 5}, {"duration_us", 9}, {"id", 4}}});
    gathering.take(1, {"pause", false, "Not now.", {}});
    QVERIFY(!gathering.next());
    gathering.take(
        0, {"empty_cache", true, "From 0.", {{"returned_bytes", 7}, {"duration_us", 3}, {"id", 2}}});
    const auto emptied = gathering.next();
    QVERIFY(emptied && emptied->ok);
    QCOMPARE(emptied->command, std::string("empty_cache"));
    QCOMPARE(emptied->text, std::string("From 0."));
    QCOMPARE(emptied->figure("returned_bytes"), std::int64_t(12));
    QCOMPARE(emptied->figure("duration_us"), std::int64_t(9));
    QCOMPARE(emptied->figure("id"), std::int64_t(2));
    gathering.take(0, {"pause", true, "Halts.", {}});
    const auto paused = gathering.next();
    QVERIFY(paused && !paused->ok);
    QCOMPARE(paused->text, std::string("Rank 1: Not now."));
}

void TestLiveRanks::answersOfRanksThatEnd()
{
    AnswerGathering gathering(2);
    gathering.asked("stats");
    gathering.asked("mark a");
    gathering.take(0, {"stats", true, "Fine.", {}});
    QVERIFY(!gathering.next());
    gathering.rankEnded(1);
    QVERIFY(gathering.next()->ok);
    gathering.rankEnded(0);
    QVERIFY(!gathering.next()); // nobody heard it
}

QTEST_GUILESS_MAIN(TestLiveRanks)
#include "tst_live_ranks.moc"
