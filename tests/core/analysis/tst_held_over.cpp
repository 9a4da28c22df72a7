// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes x time, and what was allocated in a range.
#include "core/analysis/holders/call_tree.h"
#include "core/analysis/holders/held_over.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>
#include <map>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

struct Known {
    AnalyzedRecording analyzed;
    Attribution attribution;

    explicit Known(Recording recording)
        : analyzed(analyze(std::move(recording)))
        , attribution(attribute(analyzed.recording, 0, analyzed.histories[0]))
    { }

    const Device& device() const { return analyzed.recording.devices[0]; }
    const DeviceHistory& history() const { return analyzed.histories[0]; }
};

EventRange randomRange(std::mt19937_64& random, std::size_t events)
{
    const std::uint64_t first = random() % (events + 1);
    const std::uint64_t second = random() % (events + 1);
    return {std::min(first, second), std::max(first, second)};
}

std::uint64_t sumOf(const HeldOver& held, const Attribution& attribution)
{
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < held.places.size(); ++i)
        sum += attribution.allocations[held.places[i]].bytes * held.ticks[i];
    return sum;
}

} // namespace

class HeldOverTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eventsSumTheCurve_data();
    void eventsSumTheCurve();
    void timeSumsTheCurve();
    void longRangesHaveLongTicks();
    void timesThatGoBackStayInside();
    void emptyRangesHoldNothing();
    void allocatedInARange();
    void treesAreSumsOfPaths();
};

void HeldOverTest::eventsSumTheCurve_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"vgg", "rand_streams", "record_stream", "graphs", "wrapped", "annotations"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void HeldOverTest::eventsSumTheCurve()
{
    QFETCH(QString, name);
    const Known known(recordingOf(name));
    std::mt19937_64 random(testSeed());
    for (int round = 0; round < 40; ++round) {
        const EventRange range = randomRange(random, known.history().eventCount());
        std::uint64_t wanted = 0;
        for (std::uint64_t event = range.begin; event < range.end; ++event)
            wanted += static_cast<std::uint64_t>(known.history().curve(Curve::Allocated)[event]);
        const HeldOver held = heldOver(known.attribution, known.device(), TimeAxis::Events, range);
        QCOMPARE(sumOf(held, known.attribution), wanted);
        QCOMPARE(held.span, range.end - range.begin);
        QVERIFY(std::is_sorted(held.places.begin(), held.places.end()));
    }
}

// The state that an event makes lasts until the time of the next.
void HeldOverTest::timeSumsTheCurve()
{
    for (const char* name : {"vgg", "record_stream", "rand_streams"}) {
        const Known known(recordingOf(QString::fromLatin1(name)));
        const auto& times = known.device().events.timeUs();
        QVERIFY(times[0] > 0);
        std::mt19937_64 random(testSeed());
        for (int round = 0; round < 40; ++round) {
            const EventRange range = randomRange(random, known.history().eventCount());
            const HeldOver held = heldOver(known.attribution, known.device(), TimeAxis::Time, range);
            if (held.tick > 1)
                continue; // of a recording so long; see longRangesHaveLongTicks()
            std::uint64_t wanted = 0;
            for (std::uint64_t event = range.begin; event + 1 < range.end; ++event)
                wanted += static_cast<std::uint64_t>(known.history().curve(Curve::Allocated)[event])
                    * static_cast<std::uint64_t>(times[event + 1] - times[event]);
            QCOMPARE(sumOf(held, known.attribution), wanted);
        }
    }
}

void HeldOverTest::longRangesHaveLongTicks()
{
    Recording recording;
    Device& device = recording.devices.emplace_back();
    constexpr std::uint64_t base = 0x7f0000000000;
    const auto add = [&](std::int64_t second, Action action, std::uint64_t size) {
        device.events.append({1'000'000 * second, base, size, {}, 0, 0, action});
    };
    add(1, Action::SegmentAlloc, 2 << 20);
    add(101, Action::Alloc, 1024);
    add(10'101, Action::FreeRequested, 1024);
    add(10'101, Action::FreeCompleted, 1024);
    add(40'001, Action::Alloc, 512);
    const Known known(std::move(recording));
    const HeldOver held = heldOver(known.attribution, known.device(), TimeAxis::Time, {0, 5});
    QVERIFY(held.tick > 1);
    QVERIFY(held.span <= std::uint64_t(1) << 24);
    QCOMPARE(held.span * held.tick, std::uint64_t(40'000) * 1'000'000);
    QCOMPARE(sumOf(held, known.attribution) * held.tick, std::uint64_t(1024) * 10'000 * 1'000'000);
}

// Nothing lasts longer than the range, however far behind its end a time inside it lies.
void HeldOverTest::timesThatGoBackStayInside()
{
    Recording recording;
    Device& device = recording.devices.emplace_back();
    constexpr std::uint64_t base = 0x7f0000000000;
    constexpr std::int64_t farAway = INT64_MAX / 2;
    const auto add = [&](std::int64_t us, Action action, std::uint64_t address, std::uint64_t size) {
        device.events.append({us, address, size, {}, 0, 0, action});
    };
    add(1'000, Action::SegmentAlloc, base, 2 << 20);
    add(1'010, Action::Alloc, base, 1024);
    add(farAway, Action::FreeRequested, base, 1024);
    add(farAway, Action::FreeCompleted, base, 1024);
    add(farAway, Action::Alloc, base, 512); // began, as told, after the range's end
    add(1'100, Action::Alloc, base + 1024, 2048);
    const Known known(std::move(recording));
    const HeldOver held = heldOver(known.attribution, known.device(), TimeAxis::Time, {0, 6});
    QCOMPARE(held.tick, std::uint64_t(1));
    QCOMPARE(held.span, std::uint64_t(100));
    QCOMPARE(held.places.size(), std::size_t(1));
    QCOMPARE(held.ticks[0], std::uint64_t(90));
    QCOMPARE(sumOf(held, known.attribution), std::uint64_t(1024) * 90);
}

void HeldOverTest::emptyRangesHoldNothing()
{
    const Known known(recordingOf(QStringLiteral("vgg")));
    for (const EventRange range : {EventRange{5, 5}, EventRange{9, 3}, EventRange{0, 1u << 31}})
        for (const TimeAxis axis : {TimeAxis::Events, TimeAxis::Time}) {
            const HeldOver held = heldOver(known.attribution, known.device(), axis, range);
            QVERIFY(held.places.empty());
            QCOMPARE(held.span, std::uint64_t(0));
        }
}

void HeldOverTest::allocatedInARange()
{
    const Known known(recordingOf(QStringLiteral("rand_streams")));
    std::mt19937_64 random(testSeed());
    for (int round = 0; round < 40; ++round) {
        const EventRange range = randomRange(random, known.history().eventCount());
        std::vector<std::uint32_t> wanted;
        for (std::uint32_t i = 0; i < known.attribution.allocations.size(); ++i)
            if (range.holds(known.attribution.allocations[i].event))
                wanted.push_back(i);
        QCOMPARE(allocatedIn(known.attribution, range), wanted);
    }
}

// Of each kind of allocation the path is made once: sums of any set of them, one by one.
void HeldOverTest::treesAreSumsOfPaths()
{
    const Known known(recordingOf(QStringLiteral("cpp_stacks")));
    std::mt19937_64 random(testSeed());
    for (const GroupBy by : {GroupBy::Stack, GroupBy::Category, GroupBy::Module, GroupBy::Operator}) {
        const Grouping grouping = groupAllocations(known.analyzed.recording, 0, known.attribution, by);
        std::vector<std::uint32_t> some;
        std::uint64_t bytes = 0;
        std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> wanted; // by path: bytes, count
        const auto pathOf = [](const CallTree& tree, std::uint32_t node) {
            std::string path;
            for (; node != 0; node = tree.parent[node])
                path = tree.name[node] + '\n' + path;
            return path;
        };
        for (std::uint32_t i = 0; i < known.attribution.allocations.size(); ++i) {
            if (random() % 3 == 0)
                continue;
            some.push_back(i);
            bytes += known.attribution.allocations[i].bytes;
            const std::uint32_t alone[] = {i};
            const CallTree tree = callTreeOf(known.analyzed.recording, known.attribution, grouping, alone);
            for (std::uint32_t node = 0; node < tree.size(); ++node) {
                auto& [sum, count] = wanted[pathOf(tree, node)];
                sum += tree.bytes[node];
                count += tree.count[node];
            }
        }
        const CallTree tree = callTreeOf(known.analyzed.recording, known.attribution, grouping, some);
        QCOMPARE(tree.bytes[0], bytes);
        QCOMPARE(tree.size(), wanted.size());
        for (std::uint32_t node = 0; node < tree.size(); ++node)
            QVERIFY(wanted.at(pathOf(tree, node)) == std::pair(tree.bytes[node], tree.count[node]));
    }
}

QTEST_GUILESS_MAIN(HeldOverTest)
#include "tst_held_over.moc"
