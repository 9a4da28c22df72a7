// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/curves/curve_view.h"
#include "core/analysis/holders/held_curves.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>
#include <map>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::uint64_t unknown = UINT64_MAX;

// As the header says it, in other words than HeldAllocations.
std::uint64_t lifeOf(const Allocation& allocation, const Device& device, bool inTime)
{
    if (allocation.event == Allocation::beforeRecording || allocation.freeEvent == Allocation::never)
        return unknown;
    if (!inTime)
        return allocation.freeEvent - allocation.event;
    if (device.events.timeUs()[0] == 0)
        return unknown;
    const Event born = device.events[allocation.event];
    const Event freed = device.events[allocation.freeEvent];
    return static_cast<std::uint64_t>(std::max<std::int64_t>(freed.timeUs - born.timeUs, 0));
}

bool isLifeHeld(const std::optional<AllocationFilter::Life>& wanted, std::uint64_t life)
{
    if (!wanted)
        return true;
    if (wanted->isUnknown || life == unknown)
        return wanted->isUnknown && life == unknown;
    return life >= wanted->range.least && life <= wanted->range.most;
}

bool isHeld(const MemoryFilter& filter, const Allocation& allocation, const Device& device)
{
    const AllocationFilter& wanted = filter.allocations;
    if (filter.stream && allocation.home.stream != *filter.stream)
        return false;
    if (wanted.isNeverFreed && allocation.freeEvent != Allocation::never)
        return false;
    if (wanted.size && (allocation.bytes < wanted.size->least || allocation.bytes > wanted.size->most))
        return false;
    return isLifeHeld(wanted.lifeEvents, lifeOf(allocation, device, false))
        && isLifeHeld(wanted.lifeUs, lifeOf(allocation, device, true));
}

AllocationFilter::Range randomRange(std::mt19937_64& random, int bits)
{
    const std::uint64_t first = random() >> (64 - 1 - random() % static_cast<std::uint64_t>(bits));
    const std::uint64_t second = random() >> (64 - 1 - random() % static_cast<std::uint64_t>(bits));
    return {std::min(first, second), random() % 4 == 0 ? UINT64_MAX : std::max(first, second)};
}

MemoryFilter randomFilter(std::mt19937_64& random, const Device& device)
{
    MemoryFilter filter;
    if (random() % 3 == 0)
        filter.stream = static_cast<StreamSlot>(random() % std::max<std::size_t>(device.streams.size(), 1));
    if (random() % 2 == 0)
        filter.allocations.size = randomRange(random, 28);
    if (random() % 3 == 0)
        filter.allocations.lifeEvents = AllocationFilter::Life{randomRange(random, 14), random() % 4 == 0};
    if (random() % 3 == 0)
        filter.allocations.lifeUs = AllocationFilter::Life{randomRange(random, 24), random() % 4 == 0};
    filter.allocations.isNeverFreed = random() % 6 == 0;
    return filter;
}

struct Known {
    AnalyzedRecording analyzed;
    Attribution attribution;

    explicit Known(Recording recording)
        : analyzed(analyze(std::move(recording)))
        , attribution(attribute(analyzed.recording, 0, analyzed.histories[0]))
    { }

    const Device& device() const { return analyzed.recording.devices[0]; }
    const DeviceHistory& history() const { return analyzed.histories[0]; }
    FilteredHistory curvesOf(const MemoryFilter& filter) const
    {
        return heldCurves(device(), history(), attribution, filter).value();
    }
};

Recording damagedRecording(const QString& name, std::mt19937_64& random)
{
    Recording recording = recordingOf(name);
    EventColumns kept;
    for (std::size_t i = 0; i < recording.devices[0].events.size(); ++i)
        if (random() % 50 != 0)
            kept.append(recording.devices[0].events[i]);
    recording.devices[0].events = kept;
    return recording;
}

// Filters of which every allocation is held by exactly one.
std::vector<MemoryFilter> dividedBySize(std::mt19937_64& random)
{
    std::vector<std::uint64_t> borders = {0};
    for (int i = 0; i < 6; ++i)
        borders.push_back(random() >> (64 - 10 - random() % 20));
    std::sort(borders.begin(), borders.end());
    borders.erase(std::unique(borders.begin(), borders.end()), borders.end());
    std::vector<MemoryFilter> filters(borders.size());
    for (std::size_t i = 0; i < borders.size(); ++i)
        filters[i].allocations.size =
            AllocationFilter::Range{borders[i], i + 1 < borders.size() ? borders[i + 1] - 1 : UINT64_MAX};
    return filters;
}

std::vector<MemoryFilter> dividedByLife(bool inTime)
{
    std::vector<MemoryFilter> filters;
    const auto add = [&](const AllocationFilter::Life& life) {
        MemoryFilter filter;
        (inTime ? filter.allocations.lifeUs : filter.allocations.lifeEvents) = life;
        filters.push_back(filter);
    };
    add({{}, true});
    add({{0, 3}, false});
    add({{4, 99}, false});
    add({{100, UINT64_MAX}, false});
    return filters;
}

// Each of the parts, in each of the streams.
std::vector<MemoryFilter> timesStreams(const std::vector<MemoryFilter>& parts, const Device& device)
{
    std::vector<MemoryFilter> filters;
    for (std::size_t stream = 0; stream < std::max<std::size_t>(device.streams.size(), 1); ++stream)
        for (MemoryFilter filter : parts) {
            filter.stream = static_cast<StreamSlot>(stream);
            filters.push_back(filter);
        }
    return filters;
}

// Empty where at every position the parts sum to the whole.
QString sumFlaw(const Known& known, const std::vector<MemoryFilter>& filters, Curve curve)
{
    std::vector<FilteredHistory> parts;
    for (const MemoryFilter& filter : filters)
        parts.push_back(known.curvesOf(filter));
    for (std::size_t position = 0; position <= known.history().eventCount(); ++position) {
        std::int64_t sum = 0;
        for (const FilteredHistory& part : parts)
            sum += CurveView(part).valueAt(curve, position);
        const std::int64_t whole = known.history().valueAt(curve, position);
        if (sum != whole)
            return QStringLiteral("at %1 of %2 the parts are %3, the whole %4")
                .arg(position)
                .arg(known.history().eventCount())
                .arg(sum)
                .arg(whole);
    }
    return {};
}

bool hasWaitingBlocks(const Known& known, std::size_t position)
{
    const SegmentList list = known.history().segmentsAt(known.device(), position);
    return std::any_of(list.blocks.begin(), list.blocks.end(),
        [](const BlockInfo& block) { return block.state == BlockState::ActivePendingFree; });
}

} // namespace

class HeldCurvesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allocatedIsWhatIsAlive_data();
    void allocatedIsWhatIsAlive();
    void activeIsWhatBlocksAre_data();
    void activeIsWhatBlocksAre();
    void partsSumToTheWhole_data();
    void partsSumToTheWhole();
    void damagedRecordingsSumToo();
    void livesGrowWithTheRun();
    void allIsTheWhole();
    void hasNoReservedCurve();
    void canBeStoppedAndCounts();
};

void HeldCurvesTest::allocatedIsWhatIsAlive_data()
{
    QTest::addColumn<QString>("name");
    for (const QString& name : wholeRecordings())
        QTest::newRow(qPrintable(name)) << name;
    for (const char* name : {"wrapped", "segments_only"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void HeldCurvesTest::allocatedIsWhatIsAlive()
{
    QFETCH(QString, name);
    const Known known(recordingOf(name));
    std::mt19937_64 random(testSeed());
    std::size_t held = 0;
    for (int round = 0; round < 12; ++round) {
        const MemoryFilter filter = randomFilter(random, known.device());
        const FilteredHistory found = known.curvesOf(filter);
        QCOMPARE(found.eventCount(), known.history().eventCount());
        for (int look = 0; look < 12; ++look) {
            const std::size_t position = random() % (known.history().eventCount() + 1);
            std::int64_t wanted = 0;
            for (const Allocation& allocation : known.attribution.allocations)
                if (allocation.isAliveAt(position) && isHeld(filter, allocation, known.device()))
                    wanted += static_cast<std::int64_t>(allocation.bytes);
            QCOMPARE(CurveView(found).valueAt(Curve::Allocated, position), wanted);
            held += wanted > 0 ? 1 : 0;
        }
    }
    QVERIFY(held > 0 || known.attribution.allocations.empty());
}

void HeldCurvesTest::activeIsWhatBlocksAre_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"record_stream", "rand_streams", "graphs", "expandable", "oom", "vgg"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

// Against replay: a block knows the alloc that made it.
void HeldCurvesTest::activeIsWhatBlocksAre()
{
    QFETCH(QString, name);
    const Known known(recordingOf(name));
    std::mt19937_64 random(testSeed());
    std::int64_t waiting = 0;
    for (int round = 0; round < 8; ++round) {
        const MemoryFilter filter = randomFilter(random, known.device());
        const FilteredHistory found = known.curvesOf(filter);
        for (int look = 0; look < 40; ++look) {
            const std::size_t position = random() % (known.history().eventCount() + 1);
            std::int64_t wanted = 0;
            for (const BlockInfo& block : known.history().segmentsAt(known.device(), position).blocks) {
                if (block.state == BlockState::Inactive || block.allocEvent == BlockInfo::noEvent)
                    continue;
                const Allocation* made = known.attribution.madeBy(block.allocEvent);
                QVERIFY(made);
                wanted += isHeld(filter, *made, known.device()) ? static_cast<std::int64_t>(block.size) : 0;
            }
            for (const Allocation& allocation : known.attribution.allocations)
                if (allocation.event == Allocation::beforeRecording && allocation.isAliveAt(position)
                    && isHeld(filter, allocation, known.device()))
                    wanted += static_cast<std::int64_t>(allocation.bytes);
            QCOMPARE(CurveView(found).valueAt(Curve::Active, position), wanted);
            waiting += wanted - CurveView(found).valueAt(Curve::Allocated, position);
        }
    }
    if (name == QStringLiteral("record_stream"))
        QVERIFY(waiting > 0);
}

void HeldCurvesTest::partsSumToTheWhole_data()
{
    allocatedIsWhatIsAlive_data();
}

void HeldCurvesTest::partsSumToTheWhole()
{
    QFETCH(QString, name);
    const Known known(recordingOf(name));
    std::mt19937_64 random(testSeed());
    const std::vector<std::vector<MemoryFilter>> divisions = {dividedBySize(random), dividedByLife(false),
        dividedByLife(true), timesStreams(dividedByLife(false), known.device())};
    for (const std::vector<MemoryFilter>& filters : divisions) {
        const QString flaw = sumFlaw(known, filters, Curve::Allocated);
        QVERIFY2(flaw.isEmpty(), qPrintable(flaw));
        if (hasWaitingBlocks(known, 0))
            continue; // of nobody
        const QString activeFlaw = sumFlaw(known, filters, Curve::Active);
        QVERIFY2(activeFlaw.isEmpty(), qPrintable(activeFlaw));
    }
}

void HeldCurvesTest::damagedRecordingsSumToo()
{
    std::mt19937_64 random(testSeed());
    for (const char* name : {"rand_streams", "record_stream", "graphs", "expandable_vary"}) {
        const Known known(damagedRecording(QString::fromLatin1(name), random));
        for (const auto& filters : {dividedBySize(random), dividedByLife(false),
                 timesStreams(dividedBySize(random), known.device())}) {
            const QString flaw = sumFlaw(known, filters, Curve::Allocated);
            QVERIFY2(flaw.isEmpty(), qPrintable(QString::fromLatin1(name) + QStringLiteral(": ") + flaw));
        }
    }
}

// What is not freed yet is of no known life; later it is, and the curve of the past changes.
void HeldCurvesTest::livesGrowWithTheRun()
{
    Recording recording = recordingOf(QStringLiteral("rand_streams"));
    recording.devices[0].after.reset();
    const Device& device = recording.devices[0];
    DeviceHistory history(settingsOf(recording, device));
    Attribution attribution;
    std::mt19937_64 random(testSeed());
    MemoryFilter neverFreed;
    neverFreed.allocations.isNeverFreed = true;
    bool isLast = false;
    for (int step = 0; !isLast; ++step) {
        isLast = history.advance(device, random() % 700 + 100);
        attribution = attributeFurther(attribution, recording, 0, history);
        const FilteredHistory found = heldCurves(device, history, attribution, neverFreed).value();
        const std::size_t end = history.eventCount();
        QCOMPARE(CurveView(found).valueAt(Curve::Allocated, end), history.valueAt(Curve::Allocated, end));
        for (std::size_t event = 1; event < end; ++event) // nothing of it ever ends
            QVERIFY(found.curve(Curve::Allocated)[event] >= found.curve(Curve::Allocated)[event - 1]);
    }
}

void HeldCurvesTest::allIsTheWhole()
{
    const Known known(recordingOf(QStringLiteral("vgg")));
    const FilteredHistory found = known.curvesOf({});
    for (std::size_t position = 0; position <= known.history().eventCount(); ++position)
        for (const Curve curve : {Curve::Allocated, Curve::Active})
            QCOMPARE(CurveView(found).valueAt(curve, position), known.history().valueAt(curve, position));
}

void HeldCurvesTest::hasNoReservedCurve()
{
    const Known known(recordingOf(QStringLiteral("vgg")));
    MemoryFilter filter;
    filter.allocations.size = AllocationFilter::Range{1, 1 << 20};
    const FilteredHistory found = known.curvesOf(filter);
    QVERIFY(!CurveView(found).hasReserved());
    QVERIFY(CurveView(known.history()).hasReserved());
    QVERIFY(CurveView(FilteredHistory(MemoryFilter::ofStream(0))).hasReserved());
    for (std::size_t position = 0; position <= found.eventCount(); ++position)
        QCOMPARE(CurveView(found).valueAt(Curve::Reserved, position),
            CurveView(found).valueAt(Curve::Active, position));
}

void HeldCurvesTest::canBeStoppedAndCounts()
{
    const Known known(recordingOf(QStringLiteral("oom")));
    std::stop_source stop;
    stop.request_stop();
    Progress progress;
    QVERIFY(!heldCurves(known.device(), known.history(), known.attribution, {}, &progress, stop.get_token()));
    QVERIFY(heldCurves(known.device(), known.history(), known.attribution, {}, &progress));
    QCOMPARE(progress.total.load(),
        std::uint64_t(2 * (known.attribution.allocations.size() + known.history().eventCount())));
}

QTEST_GUILESS_MAIN(HeldCurvesTest)
#include "tst_held_curves.moc"
