// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/live/live_support.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QThread>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;
using State = RecorderProcess::State;

constexpr int patience = recorderPatience;

class TestRecorderProcess : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followsARunToItsEnd();
    void publishesNoMoreThanThirtyTimesASecond();
    void aBusyWindowGetsOneUpdate();
    void obeysCommands();
    void predictionIsWhatEmptyCacheReturns();
    void refusedCommandIsAnswered();
    void aRunHoldsAfterItsLastStep();
    void thePlaygroundsFigures();
    void badEnds_data();
    void badEnds();
    void killedRecorderIsTold();
    void anotherStartsAfterACrash();
    void aHangingRecorderIsKilled();
    void destructionEndsARecorder_data();
    void destructionEndsARecorder();
    void missingProgram_data();
    void missingProgram();
    void prefixCarriesThePipes();
};

void TestRecorderProcess::followsARunToItsEnd()
{
    RecorderProcess recorder;
    QCOMPARE(recorder.state(), State::Idle);
    recorder.start(fakeRecorder(), optionsFor(QStringLiteral("train"), 30));
    QVERIFY(recorder.isAlive());
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Finished, patience);
    QVERIFY(!recorder.isAlive());
    QVERIFY(!recorder.send(QStringLiteral("help")));

    const auto& newest = recorder.newest();
    QVERIFY(newest.recording);
    const Recording& recording = newest.recording->recording;
    QVERIFY(recording.complete);
    QVERIFY(newest.streamEnded);
    QCOMPARE(recording.workload, std::string("train"));
    QCOMPARE(recording.devices.size(), std::size_t(1));
    const DeviceHistory& history = newest.recording->histories.front();
    QCOMPARE(history.eventCount(), recording.devices.front().events.size());
    QCOMPARE(history.contradictions(), std::uint64_t(0));
    QCOMPARE(newest.status.step, std::int64_t(30));
    // The composition belongs to the newest event.
    QCOMPARE(static_cast<std::int64_t>(newest.newest.front().reserved),
        history.valueAt(Curve::Reserved, history.eventCount()));
    QVERIFY(recorder.ending().contains(QStringLiteral("ended after")));
}

void TestRecorderProcess::publishesNoMoreThanThirtyTimesASecond()
{
    RecorderProcess recorder;
    QSignalSpy updates(&recorder, &RecorderProcess::updated);
    QElapsedTimer clock;
    clock.start();
    recorder.start(fakeRecorder(), optionsFor(QStringLiteral("train"), 400));
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Finished, patience);
    QVERIFY(updates.count() >= 2);
    QVERIFY2(updates.count() <= clock.elapsed() / 33 + 2, qPrintable(QString::number(updates.count())));
}

void TestRecorderProcess::aBusyWindowGetsOneUpdate()
{
    RecorderProcess recorder;
    recorder.start(fakeRecorder(), optionsFor(QStringLiteral("train")));
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Running, patience);
    QSignalSpy updates(&recorder, &RecorderProcess::updated);
    const std::size_t before = eventCount(recorder);
    QThread::msleep(500); // the window does nothing; the worker goes on
    QCoreApplication::processEvents();
    QCOMPARE(updates.count(), 1);
    QVERIFY(eventCount(recorder) > before);
    recorder.stop();
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Finished, patience);
}

void TestRecorderProcess::obeysCommands()
{
    RecorderProcess recorder;
    recorder.start(fakeRecorder(), optionsFor(QStringLiteral("train")));
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Running, patience);
    QVERIFY(ask(recorder, QStringLiteral("pause")).ok);
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Paused, patience);

    const std::int64_t step = recorder.newest().status.step;
    QVERIFY(ask(recorder, QStringLiteral("step")).ok);
    QTRY_COMPARE_WITH_TIMEOUT(recorder.newest().status.step, step + 1, patience);
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Paused, patience);

    QVERIFY(ask(recorder, QStringLiteral("mark half way")).ok);
    const Recording& recording = recorder.newest().recording->recording;
    QVERIFY(!recording.marks.empty());
    QCOMPARE(recording.strings[recording.marks.back().name], std::string_view("half way"));

    QVERIFY(ask(recorder, QStringLiteral("resume")).ok);
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Running, patience);
    recorder.stop();
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Finished, patience);
}

void TestRecorderProcess::predictionIsWhatEmptyCacheReturns()
{
    RecorderProcess recorder;
    recorder.start(fakeRecorder(), optionsFor(QStringLiteral("train")));
    QTRY_VERIFY_WITH_TIMEOUT(recorder.newest().status.step > 8, patience);
    QVERIFY(ask(recorder, QStringLiteral("pause")).ok);
    const Composition before = recorder.newest().newest.front();
    QVERIFY(before.wholeFree > 0);

    const Answer answer = ask(recorder, QStringLiteral("empty_cache"));
    const Composition after = recorder.newest().newest.front(); // came no later than the answer
    QCOMPARE(static_cast<std::uint64_t>(answer.figure("returned_bytes")), before.wholeFree);
    QCOMPARE(static_cast<std::size_t>(answer.figure("returned_segments")), before.releasableSegments);
    QCOMPARE(after.wholeFree, std::uint64_t(0));
    QCOMPARE(after.reserved, before.reserved - before.wholeFree);
    QCOMPARE(static_cast<std::uint64_t>(answer.figure("kept_free_bytes")), after.freeBesideLive);
}

void TestRecorderProcess::refusedCommandIsAnswered()
{
    RecorderProcess recorder;
    recorder.start(fakeRecorder(), optionsFor(QStringLiteral("train")));
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Running, patience);
    const Answer answer = ask(recorder, QStringLiteral("fly away"));
    QCOMPARE(answer.command, std::string("fly away"));
    QVERIFY(!answer.ok);
    QVERIFY(recorder.isAlive());
}

void TestRecorderProcess::aRunHoldsAfterItsLastStep()
{
    RecorderProcess recorder;
    RunOptions options = optionsFor(QStringLiteral("train"), 3);
    options.hold = true;
    recorder.start(fakeRecorder(), options);
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Holding, patience);
    QVERIFY(ask(recorder, QStringLiteral("empty_cache")).ok);
    recorder.stop();
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Finished, patience);
}

void TestRecorderProcess::thePlaygroundsFigures()
{
    RecorderProcess recorder;
    recorder.start(fakeRecorder(), optionsFor(QStringLiteral("playground")));
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Running, patience);
    const Answer answer = ask(recorder, QStringLiteral("alloc 4000000"));
    QVERIFY(answer.ok);
    QCOMPARE(recorder.newest().newest.front().allocated, std::uint64_t(4'000'256));
    QCOMPARE(recorder.newest().newest.front().reserved, std::uint64_t(20'971'520));
    ask(recorder, QStringLiteral("free %1").arg(answer.figure("id")));
    QCOMPARE(recorder.newest().newest.front().allocated, std::uint64_t(0));
    QCOMPARE(recorder.newest().newest.front().reserved, std::uint64_t(20'971'520));
    ask(recorder, QStringLiteral("empty_cache"));
    QCOMPARE(recorder.newest().newest.front().reserved, std::uint64_t(0));
}

void TestRecorderProcess::badEnds_data()
{
    QTest::addColumn<QString>("workload");
    QTest::addColumn<State>("state");
    QTest::addColumn<QString>("words");
    QTest::newRow("crash") << "crash" << State::Crashed << "SIGSEGV";
    QTest::newRow("crash, last words") << "crash" << State::Crashed << "about to touch memory";
    QTest::newRow("out of memory") << "oom" << State::Failed << "Out of memory: tried to allocate 64.0 MiB.";
    QTest::newRow("exit code") << "quit" << State::Failed << "exit code 3";
    QTest::newRow("exit code, last words") << "quit" << State::Failed << "the disk of the data set is gone";
    QTest::newRow("garbage") << "garbage" << State::Failed << "can no longer be read";
}

void TestRecorderProcess::badEnds()
{
    QFETCH(QString, workload);
    QFETCH(State, state);
    QFETCH(QString, words);
    RecorderProcess recorder;
    recorder.start(fakeRecorder(), optionsFor(workload));
    QTRY_VERIFY_WITH_TIMEOUT(!recorder.isAlive(), patience);
    QCOMPARE(recorder.state(), state);
    QVERIFY2(recorder.ending().contains(words), qPrintable(recorder.ending()));
    QVERIFY2(recorder.ending().contains(QStringLiteral("kept")), qPrintable(recorder.ending()));
    QVERIFY(eventCount(recorder) > 0);
    QCOMPARE(recorder.processId(), qint64(0));
}

void TestRecorderProcess::killedRecorderIsTold()
{
    RecorderProcess recorder;
    recorder.start(fakeRecorder(), optionsFor(QStringLiteral("train")));
    QTRY_VERIFY_WITH_TIMEOUT(eventCount(recorder) > 100, patience);
    QCOMPARE(::kill(static_cast<pid_t>(recorder.processId()), SIGKILL), 0);
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Crashed, patience);
    QVERIFY2(recorder.ending().contains(QStringLiteral("SIGKILL")), qPrintable(recorder.ending()));
    QVERIFY(!recorder.newest().recording->recording.complete);
    QVERIFY(eventCount(recorder) > 100);
}

void TestRecorderProcess::anotherStartsAfterACrash()
{
    auto recorder = std::make_unique<RecorderProcess>();
    recorder->start(fakeRecorder(), optionsFor(QStringLiteral("crash")));
    QTRY_COMPARE_WITH_TIMEOUT(recorder->state(), State::Crashed, patience);
    const auto kept = recorder->newest().recording;
    recorder = std::make_unique<RecorderProcess>();
    recorder->start(fakeRecorder(), optionsFor(QStringLiteral("train"), 3));
    QTRY_COMPARE_WITH_TIMEOUT(recorder->state(), State::Finished, patience);
    QVERIFY(kept->histories.front().eventCount() > 0);
}

void TestRecorderProcess::aHangingRecorderIsKilled()
{
    RecorderProcess recorder;
    recorder.start(fakeRecorder(), optionsFor(QStringLiteral("hang")));
    QTRY_VERIFY_WITH_TIMEOUT(recorder.newest().status.state == RecorderState::Running, patience);
    recorder.stop();
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Finished, patience);
    QCOMPARE(recorder.processId(), qint64(0));
}

void TestRecorderProcess::destructionEndsARecorder_data()
{
    QTest::addColumn<QString>("workload");
    QTest::newRow("one that listens") << "train";
    QTest::newRow("one that hangs") << "hang";
}

void TestRecorderProcess::destructionEndsARecorder()
{
    QFETCH(QString, workload);
    pid_t id = 0;
    {
        RecorderProcess recorder;
        recorder.start(fakeRecorder(), optionsFor(workload));
        QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Running, patience);
        id = static_cast<pid_t>(recorder.processId());
    }
    QCOMPARE(::kill(id, 0), -1); // nobody there, not even a zombie
}

void TestRecorderProcess::missingProgram_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("words");
    QTest::newRow("none") << ""
                          << "TIDEMARK_RECORDER";
    QTest::newRow("no such file") << "/nowhere/tidemark-record"
                                  << "/nowhere/tidemark-record";
}

void TestRecorderProcess::missingProgram()
{
    QFETCH(QString, program);
    QFETCH(QString, words);
    RecorderProcess recorder;
    recorder.start({program, {}}, optionsFor(QStringLiteral("train")));
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Failed, patience);
    QVERIFY2(recorder.ending().contains(words), qPrintable(recorder.ending()));
}

void TestRecorderProcess::prefixCarriesThePipes()
{
    RecorderProcess recorder;
    recorder.start({QStringLiteral("env"), {QStringLiteral("LC_ALL=C"), fakeRecorder().program}},
        optionsFor(QStringLiteral("train")));
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Running, patience);
    QVERIFY(ask(recorder, QStringLiteral("stop")).ok);
    QTRY_COMPARE_WITH_TIMEOUT(recorder.state(), State::Finished, patience);
}

QTEST_GUILESS_MAIN(TestRecorderProcess)
#include "tst_recorder_process.moc"
