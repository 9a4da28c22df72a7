// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/step_lines.h"

#include <QtTest>

using namespace tidemark;

namespace {

// What is said of `done` of `steps` steps that take so long each.
QStringList saidOf(int steps, int done, std::chrono::milliseconds each)
{
    QStringList said;
    StepLines lines(steps, [&said](const std::string& line) { said << QString::fromStdString(line); });
    StepLines::Clock::time_point now;
    for (int step = 1; step <= done; ++step, now += each)
        lines.add(std::to_string(step), now);
    lines.finish(now);
    lines.finish(now); // says nothing again
    return said;
}

} // namespace

class TestStepLines : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ofShortTrainingsAllAreSaid();
    void ofLongOnesTheFirstAndTheLast();
    void atMostOneASecond();
    void withoutStepsNothingIsSaid();
};

void TestStepLines::ofShortTrainingsAllAreSaid()
{
    using namespace std::chrono_literals;
    QCOMPARE(saidOf(3, 3, 1ms), (QStringList{"1", "2", "3"}));
    QCOMPARE(saidOf(10, 10, 1ms).size(), 10);
    QCOMPARE(saidOf(10, 4, 1ms), (QStringList{"1", "2", "3", "4"})); // stopped
}

void TestStepLines::ofLongOnesTheFirstAndTheLast()
{
    using namespace std::chrono_literals;
    QCOMPARE(saidOf(11, 11, 1ms), (QStringList{"1", "11"}));
    QCOMPARE(saidOf(0, 57, 1ms), (QStringList{"1", "57"}));
    QCOMPARE(saidOf(1000, 57, 1ms), (QStringList{"1", "57"})); // stopped early
}

void TestStepLines::atMostOneASecond()
{
    using namespace std::chrono_literals;
    QCOMPARE(saidOf(100, 9, 500ms), (QStringList{"1", "3", "5", "7", "9"}));
    QCOMPARE(saidOf(100, 8, 500ms), (QStringList{"1", "3", "5", "7", "8"}));
}

void TestStepLines::withoutStepsNothingIsSaid()
{
    using namespace std::chrono_literals;
    QCOMPARE(saidOf(3, 0, 1ms), QStringList());
}

QTEST_GUILESS_MAIN(TestStepLines)
#include "tst_step_lines.moc"
