// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/run_control.h"

#include <QtTest>
#include <atomic>
#include <thread>

using namespace tidemark;

namespace {

constexpr int operatorsAStep = 5;

// A workload that counts what it does: steps of a few operators, until the run is to end.
class CountingWorkload {
public:
    CountingWorkload()
        : m_control([this](bool halted) { m_halted = halted; })
        , m_thread([this] { work(); })
    { }
    ~CountingWorkload()
    {
        m_control.stop();
        m_thread.join();
    }

    RunControl& control() { return m_control; }
    int operators() const { return m_operators; }
    int steps() const { return m_steps; }
    bool isHalted() const { return m_halted; }
    bool isDone() const { return m_done; }

private:
    void work()
    {
        while (m_control.beginStep()) {
            for (int i = 0; i < operatorsAStep && !m_control.isStopping(); ++i) {
                m_control.passOperator();
                ++m_operators;
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            ++m_steps;
            m_control.endStep();
        }
        m_done = true;
    }

    std::atomic<int> m_operators = 0;
    std::atomic<int> m_steps = 0;
    std::atomic<bool> m_halted = false;
    std::atomic<bool> m_done = false;
    RunControl m_control;
    std::thread m_thread;
};

} // namespace

class RunControlTest : public QObject {
    Q_OBJECT

private slots:
    void pauseHaltsAtAnOperator();
    void stepRunsToTheEndOfTheStep();
    void stepFromRunningHalts();
    void stopReleasesAHaltedWorkload();
    void waitForStopIsIdle();
    void everyThreadHaltsAndIsToldOnce();
};

void RunControlTest::pauseHaltsAtAnOperator()
{
    CountingWorkload workload;
    QTRY_VERIFY(workload.operators() > 2);
    workload.control().pause();
    QTRY_VERIFY(workload.isHalted());
    const int operators = workload.operators();
    QTest::qWait(50);
    QCOMPARE(workload.operators(), operators);
    workload.control().resume();
    QTRY_VERIFY(workload.operators() > operators);
    QVERIFY(!workload.isHalted());
}

void RunControlTest::stepRunsToTheEndOfTheStep()
{
    CountingWorkload workload;
    workload.control().pause();
    QTRY_VERIFY(workload.isHalted());
    for (int i = 0; i < 5; ++i) {
        const int steps = workload.steps();
        workload.control().step();
        QTRY_COMPARE(workload.steps(), steps + 1);
        QTRY_VERIFY(workload.isHalted());
        QCOMPARE(workload.steps(), steps + 1);
        QCOMPARE(workload.operators(), operatorsAStep * (steps + 1));
    }
}

void RunControlTest::stepFromRunningHalts()
{
    CountingWorkload workload;
    QTRY_VERIFY(workload.steps() > 1);
    workload.control().step();
    QTRY_VERIFY(workload.isHalted());
    QCOMPARE(workload.operators(), operatorsAStep * workload.steps());
}

void RunControlTest::stopReleasesAHaltedWorkload()
{
    CountingWorkload workload;
    workload.control().pause();
    QTRY_VERIFY(workload.isHalted());
    workload.control().stop();
    QTRY_VERIFY(workload.isDone());
    QVERIFY(!workload.isHalted());
    workload.control().pause(); // too late: nothing may halt any more
    workload.control().passOperator();
}

void RunControlTest::waitForStopIsIdle()
{
    RunControl control([](bool) {});
    QVERIFY(!control.isIdle());
    std::atomic<bool> hasEnded = false;
    std::thread waiting([&control, &hasEnded] {
        control.becomeIdle();
        control.waitForStop();
        hasEnded = true;
    });
    QTRY_VERIFY(control.isIdle());
    QTest::qWait(20);
    QVERIFY(!hasEnded);
    control.stop();
    waiting.join();
    QVERIFY(hasEnded);
}

void RunControlTest::everyThreadHaltsAndIsToldOnce()
{
    std::atomic<int> halts = 0;
    std::atomic<int> goesOn = 0;
    RunControl control([&](bool halted) { ++(halted ? halts : goesOn); });
    control.pause();
    std::atomic<int> passed = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            control.passOperator();
            ++passed;
        });
    QTRY_COMPARE(halts.load(), 1);
    QTest::qWait(20);
    QCOMPARE(passed.load(), 0);
    control.resume();
    for (std::thread& thread : threads)
        thread.join();
    QCOMPARE(passed.load(), 4);
    QVERIFY(goesOn >= 1);
    QCOMPARE(halts.load(), goesOn.load());
}

QTEST_GUILESS_MAIN(RunControlTest)
#include "tst_run_control.moc"
