// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/event_clock.h"

#include <QTest>
#include <thread>
#include <vector>

using namespace tidemark;

namespace {

// A moment as the ticks tell it, and the wall clock just before and just after.
struct Moment {
    std::int64_t before;
    std::uint64_t ticks;
    std::int64_t after;
};

Moment momentOf(const EventClock& clock, const WallClock& wall)
{
    Moment moment = {};
    moment.before = wall.now();
    moment.ticks = clock.ticks();
    moment.after = wall.now();
    return moment;
}

constexpr std::int64_t tolerance = 100; // microseconds

} // namespace

class TestEventClock : public QObject {
    Q_OBJECT

private slots:
    void ticksLieWhereTheWallClockSays_data()
    {
        QTest::addColumn<int>("pauseUs"); // between two readings
        QTest::newRow("none") << 0;
        QTest::newRow("short") << 200;
        QTest::newRow("the writer's") << 20'000;
    }

    void ticksLieWhereTheWallClockSays()
    {
        QFETCH(const int, pauseUs);
        const EventClock clock;
        const WallClock wall;
        EventTimes times(clock, wall);
        for (int round = 0; round < 10; ++round) {
            std::vector<Moment> moments;
            for (int i = 0; i < 5; ++i) {
                moments.push_back(momentOf(clock, wall));
                std::this_thread::sleep_for(std::chrono::microseconds(pauseUs / 5));
            }
            times.read();
            for (const Moment& moment : moments) {
                QCOMPARE_GE(times.microseconds(moment.ticks), moment.before - tolerance);
                QCOMPARE_LE(times.microseconds(moment.ticks), moment.after + tolerance);
            }
        }
    }

    void laterTicksAreLaterTimes()
    {
        const EventClock clock;
        const WallClock wall;
        EventTimes times(clock, wall);
        std::vector<std::uint64_t> ticks;
        for (int i = 0; i < 10'000; ++i)
            ticks.push_back(clock.ticks());
        times.read();
        for (std::size_t i = 1; i < ticks.size(); ++i) {
            QVERIFY(ticks[i] >= ticks[i - 1]);
            QVERIFY(times.microseconds(ticks[i]) >= times.microseconds(ticks[i - 1]));
        }
    }
};

QTEST_GUILESS_MAIN(TestEventClock)
#include "tst_event_clock.moc"
