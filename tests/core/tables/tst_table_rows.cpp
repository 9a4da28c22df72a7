// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/context_name.h"
#include "core/analysis/tables/allocation_rows.h"
#include "core/analysis/tables/cell_text.h"
#include "core/analysis/tables/event_rows.h"
#include "core/analysis/tables/row_order.h"
#include "core/analysis/tables/segment_rows.h"
#include "core/analysis/tables/stack_rows.h"
#include "tests/core/analysis/analysis_fixtures.h"
#include "tests/core/analysis/labelled_recording.h"

#include <QtTest>
#include <algorithm>
#include <map>
#include <set>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

std::shared_ptr<const AnalyzedRecording> analyzed(Recording recording)
{
    return std::make_shared<const AnalyzedRecording>(analyze(std::move(recording)));
}

Recording named(const QString& name)
{
    return name == QStringLiteral("labelled") ? labelledTraining() : recordingOf(name);
}

std::size_t busiestDevice(const Recording& recording)
{
    const auto most = std::max_element(recording.devices.begin(), recording.devices.end(),
        [](const Device& left, const Device& right) { return left.events.size() < right.events.size(); });
    return static_cast<std::size_t>(most - recording.devices.begin());
}

// Leaves out each event with a chance of one in `odds`.
Recording damaged(Recording recording, std::mt19937_64& random, unsigned odds)
{
    for (Device& device : recording.devices) {
        EventColumns kept;
        for (std::size_t i = 0; i < device.events.size(); ++i)
            if (random() % odds != 0)
                kept.append(device.events[i]);
        device.events = kept;
    }
    return recording;
}

// What the segments there at a position are by the replayed state, and by the table.
QStringList replayedSegments(const SegmentList& list)
{
    QStringList lines;
    for (const SegmentInfo& segment : list.segments)
        lines << QStringLiteral("%1 %2 %3 %4")
                     .arg(segment.address, 0, 16)
                     .arg(segment.stream)
                     .arg(segment.pool)
                     .arg(segment.isLarge);
    return lines;
}

QStringList listedSegments(const AllocationFacts& facts, std::size_t position)
{
    std::map<std::uint64_t, QString> lines;
    for (const KnownSegment& segment : facts.places.segments)
        if (segment.isThereAt(position))
            lines[segment.address] = QStringLiteral("%1 %2 %3 %4")
                                         .arg(segment.address, 0, 16)
                                         .arg(segment.stream)
                                         .arg(segment.pool)
                                         .arg(segment.isLarge);
    QStringList result;
    for (const auto& [address, line] : lines)
        result << line;
    return result;
}

// Addresses of blocks that wait for a stream at a position.
std::set<std::uint64_t> replayedWaiting(const SegmentList& list)
{
    std::set<std::uint64_t> waiting;
    for (const BlockInfo& block : list.blocks)
        if (block.state == BlockState::ActivePendingFree)
            waiting.insert(block.address);
    return waiting;
}

std::set<std::uint64_t> listedWaiting(const AllocationFacts& facts, std::size_t position)
{
    std::set<std::uint64_t> waiting;
    for (std::size_t i = 0; i < facts.attribution->allocations.size(); ++i) {
        const Allocation& allocation = facts.allocation(i);
        if (allocation.freeEvent != Allocation::never && allocation.freeEvent < position
            && facts.places.completed[i] != Allocation::never && facts.places.completed[i] >= position)
            waiting.insert(allocation.address);
    }
    return waiting;
}

} // namespace

class TestTableRows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void segmentsAndWaitsAreThoseOfTheReplay_data();
    void segmentsAndWaitsAreThoseOfTheReplay();
    void damagedRecordingsAreListed();
    void eventsAreThoseOfTheRecording();
    void allocationsLieInTheirSegments_data();
    void allocationsLieInTheirSegments();
    void anAddressFindsWhatHoldsIt();
    void rowsLeadToTheirMomentAndBack_data();
    void rowsLeadToTheirMomentAndBack();
    void stacksSumToAllAllocations();
    void hiddenFramesAreTheFrameworks();
    void filtersHoldWhatTheSegmentsSay();
    void emptyTablesSayWhy();
};

void TestTableRows::segmentsAndWaitsAreThoseOfTheReplay_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"vgg", "rand_streams", "record_stream", "expandable_vary", "graphs",
             "graphs_freed", "wrapped", "segments_only", "oom", "labelled", "split_gc"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestTableRows::segmentsAndWaitsAreThoseOfTheReplay()
{
    QFETCH(QString, name);
    std::mt19937_64 random(testSeed());
    const auto recording = analyzed(named(name));
    for (std::size_t device = 0; device < recording->recording.devices.size(); ++device) {
        const auto facts = allocationFacts(recording, device);
        QVERIFY(facts);
        const std::size_t count = facts->history().eventCount();
        std::vector<std::size_t> positions = {0, count / 2, count};
        for (int i = 0; i < 40; ++i)
            positions.push_back(random() % (count + 1));
        for (const std::size_t position : positions) {
            const SegmentList list = facts->history().segmentsAt(facts->about(), position);
            QCOMPARE(listedSegments(*facts, position), replayedSegments(list));
            for (const SegmentInfo& segment : list.segments) {
                const std::uint64_t address = segment.address + random() % segment.totalSize;
                const std::uint32_t place = facts->places.segmentAt(address, position);
                QVERIFY(place != AllocationPlaces::noSegment);
                QCOMPARE(facts->places.segments[place].address, segment.address);
            }
            if (!recording->doubts[device].any())
                QCOMPARE(listedWaiting(*facts, position), replayedWaiting(list));
        }
    }
}

void TestTableRows::damagedRecordingsAreListed()
{
    std::mt19937_64 random(testSeed());
    for (const char* name : {"rand_streams", "expandable_vary", "graphs"}) {
        const auto recording = analyzed(damaged(recordingOf(QString::fromLatin1(name)), random, 20));
        const std::size_t device = busiestDevice(recording->recording);
        const auto facts = allocationFacts(recording, device);
        QVERIFY(facts);
        for (int i = 0; i < 20; ++i) {
            const std::size_t position = random() % (facts->history().eventCount() + 1);
            QCOMPARE(listedSegments(*facts, position),
                replayedSegments(facts->history().segmentsAt(facts->about(), position)));
        }
        const AllocationRows rows(facts);
        for (std::size_t row = 0; row < rows.size(); ++row)
            for (std::size_t column = 0; column < AllocationRows::ColumnCount; ++column)
                cellText(rows, row, column);
    }
}

void TestTableRows::eventsAreThoseOfTheRecording()
{
    const auto recording = analyzed(recordingOf(QStringLiteral("rand_streams")));
    const Device& device = recording->recording.devices[0];
    const EventRows rows(recording, 0);
    QCOMPARE(rows.size(), device.events.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const Event event = device.events[row];
        QCOMPARE(rows.value(row, EventRows::Size), event.size);
        QCOMPARE(cellText(rows, row, EventRows::What), std::string(actionName(event.action)));
        QCOMPARE(rows.placeOf(row).position, std::optional<std::uint64_t>(row + 1));
        QCOMPARE(rows.rowAt(row + 1, {}), std::optional(row));
        const bool hasAddress = event.action != Action::Snapshot && event.action != Action::Oom
            && event.action != Action::UserDefined;
        QCOMPARE(rows.value(row, EventRows::Address), hasAddress ? event.address : RowSource::nothing);
    }
    QCOMPARE(rows.rowAt(0, {}), std::nullopt);
    QCOMPARE(rows.rowAt(rows.size() + 1, {}), std::nullopt);
    QCOMPARE(cellText(rows, 0, EventRows::Number), std::string("1"));
    QCOMPARE(plainCell(rows, 0, EventRows::Number), std::string("0"));
}

void TestTableRows::allocationsLieInTheirSegments_data()
{
    segmentsAndWaitsAreThoseOfTheReplay_data();
}

void TestTableRows::allocationsLieInTheirSegments()
{
    QFETCH(QString, name);
    const auto recording = analyzed(named(name));
    const std::size_t device = busiestDevice(recording->recording);
    const auto facts = allocationFacts(recording, device);
    const AllocationRows rows(facts);
    QCOMPARE(rows.size(), facts->attribution->allocations.size());
    std::vector<std::uint64_t> inSegment(facts->places.segments.size(), 0);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const Allocation& allocation = facts->allocation(row);
        const KnownSegment* segment = facts->places.segment(row);
        QVERIFY(segment);
        ++inSegment[facts->places.segmentOf[row]];
        QVERIFY(allocation.address >= segment->address);
        QVERIFY(allocation.address + allocation.bytes <= segment->address + segment->bytes);
        const std::uint64_t completed = facts->places.completed[row];
        QVERIFY(completed == Allocation::never || completed >= allocation.freeEvent);
        if (allocation.event != Allocation::beforeRecording && allocation.freeEvent != Allocation::never)
            QCOMPARE(rows.value(row, AllocationRows::Life), allocation.freeEvent - allocation.event);
    }
    for (std::size_t i = 0; i < inSegment.size(); ++i)
        QCOMPARE(facts->places.segments[i].allocations, inSegment[i]);
    const SegmentRows segments(facts); // what is still mapped is what the replay has at its end
    const std::size_t end = facts->history().eventCount();
    for (const SegmentInfo& info : facts->history().segmentsAt(facts->about(), end).segments)
        QCOMPARE(segments.value(facts->places.segmentAt(info.address, end), segments.Mapped), info.totalSize);
}

void TestTableRows::anAddressFindsWhatHoldsIt()
{
    std::mt19937_64 random(testSeed());
    const auto recording = analyzed(recordingOf(QStringLiteral("rand_small")));
    const auto facts = allocationFacts(recording, 0);
    const AllocationRows rows(facts);
    const EventRows events(recording, 0);
    for (int i = 0; i < 30; ++i) {
        const Allocation& aim = facts->allocation(random() % rows.size());
        const std::uint64_t address = aim.address + random() % aim.bytes;
        RowChoice choice;
        choice.query = parseQuery("0x" + QString::number(address, 16).toStdString()).value();
        const auto found = chosenRows(rows, choice);
        std::size_t wanted = 0;
        for (const Allocation& allocation : facts->attribution->allocations)
            wanted += address >= allocation.address && address < allocation.address + allocation.bytes;
        QCOMPARE(found->size(), wanted);
        QVERIFY(wanted > 0);
        std::size_t wantedEvents = 0;
        for (std::size_t k = 0; k < events.size(); ++k) {
            const Event event = facts->about().events[k];
            wantedEvents += event.action < Action::Snapshot && address >= event.address
                && address < event.address + event.size;
        }
        QCOMPARE(chosenRows(events, choice)->size(), wantedEvents);
    }
}

void TestTableRows::rowsLeadToTheirMomentAndBack_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"vgg", "graphs", "expandable_vary", "labelled"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestTableRows::rowsLeadToTheirMomentAndBack()
{
    QFETCH(QString, name);
    const auto recording = analyzed(named(name));
    const auto facts = allocationFacts(recording, busiestDevice(recording->recording));
    const AllocationRows allocations(facts);
    const SegmentRows segments(facts);
    const StackRows stacks(facts);
    for (const RowSource* rows : {static_cast<const RowSource*>(&allocations),
             static_cast<const RowSource*>(&segments), static_cast<const RowSource*>(&stacks)}) {
        const std::size_t step = std::max<std::size_t>(rows->size() / 500, 1);
        for (std::size_t row = 0; row < rows->size(); row += step) {
            const RowPlace place = rows->placeOf(row);
            QVERIFY(place.position && place.address);
            QCOMPARE(rows->rowAt(*place.position, place.address), std::optional(row));
        }
        QCOMPARE(rows->rowAt(facts->history().eventCount(), {}), std::nullopt);
    }
}

void TestTableRows::stacksSumToAllAllocations()
{
    for (const char* name : {"vgg", "cpp_stacks", "labelled"}) {
        const auto recording = analyzed(named(QString::fromLatin1(name)));
        const auto facts = allocationFacts(recording, busiestDevice(recording->recording));
        std::uint64_t bytes = 0;
        for (const Allocation& allocation : facts->attribution->allocations)
            bytes += allocation.bytes;
        const auto peak = static_cast<std::uint64_t>(facts->history().peak(Curve::Allocated).bytes);
        for (const bool hides : {false, true}) {
            const StackRows rows(facts, {hides, {}});
            std::array<std::uint64_t, 3> sums = {};
            for (std::size_t row = 0; row < rows.size(); ++row) {
                sums[0] += rows.value(row, StackRows::Allocations);
                sums[1] += rows.value(row, StackRows::Bytes);
                sums[2] += rows.value(row, StackRows::AtPeak);
            }
            QCOMPARE(sums[0], std::uint64_t(facts->attribution->allocations.size()));
            QCOMPARE(sums[1], bytes);
            QCOMPARE(sums[2], peak);
        }
    }
}

void TestTableRows::hiddenFramesAreTheFrameworks()
{
    const auto recording = analyzed(recordingOf(QStringLiteral("cpp_stacks")));
    const Recording& tables = recording->recording;
    const auto facts = allocationFacts(recording, busiestDevice(tables));
    const StackRows all(facts);
    const StackRows own(facts, {true, {}});
    QVERIFY(own.size() > 0 && own.size() < all.size());
    QCOMPARE(all.hiddenFrames(), std::uint64_t(0));
    std::uint64_t hidden = 0;
    std::set<std::uint32_t> seen;
    for (const Allocation& allocation : facts->attribution->allocations) {
        StackIndex stack = tables.contexts[allocation.context].stack;
        if (!seen.insert(stack.value).second)
            continue;
        for (; !stack.isNone(); stack = tables.stacks[stack].caller) {
            const Frame& frame = tables.frames[tables.stacks[stack].frame];
            hidden += frame.kind == FrameKind::Source
                && isFrameworkCode(tables.strings[frame.function], tables.strings[frame.file]);
        }
    }
    QVERIFY(hidden > 0);
    QCOMPARE(own.hiddenFrames(), hidden);
    for (std::size_t row = 0; row < own.size(); ++row)
        QVERIFY(own.frames(row).find("c10::") != 0);
}

void TestTableRows::filtersHoldWhatTheSegmentsSay()
{
    const auto recording = analyzed(recordingOf(QStringLiteral("graphs")));
    const std::size_t device = busiestDevice(recording->recording);
    const auto facts = allocationFacts(recording, device);
    std::size_t sum = 0;
    std::size_t stackSum = 0;
    std::size_t eventSum = 0;
    const std::size_t pools = facts->about().pools.size();
    QVERIFY(pools > 1);
    for (PoolSlot pool = 0; pool < pools; ++pool) {
        RowChoice choice;
        choice.filter = MemoryFilter::ofPool(pool);
        const AllocationRows rows(facts);
        const auto order = chosenRows(rows, choice);
        for (std::size_t place = 0; place < order->size(); ++place)
            QCOMPARE(rows.value(order->row(place), AllocationRows::Pool), std::uint64_t(pool));
        sum += order->size();
        const EventRows events(recording, device, facts);
        const auto held = chosenRows(events, choice);
        for (std::size_t place = 0; place < held->size(); ++place)
            QCOMPARE(events.value(held->row(place), EventRows::Pool), std::uint64_t(pool));
        eventSum += held->size();
        const StackRows stacks(facts, {false, choice.filter});
        for (std::size_t row = 0; row < stacks.size(); ++row)
            stackSum += stacks.value(row, StackRows::Allocations);
    }
    QCOMPARE(sum, facts->attribution->allocations.size());
    QCOMPARE(stackSum, sum);
    const auto actions = facts->about().events.action();
    std::size_t placed = 0; // events that are about memory at a place
    for (std::size_t k = 0; k < facts->history().eventCount(); ++k)
        placed += actions[k] < Action::Snapshot || actions[k] == Action::Annotate;
    QCOMPARE(eventSum, placed);
}

void TestTableRows::emptyTablesSayWhy()
{
    Recording recording;
    recording.devices.emplace_back();
    const auto nothing = analyzed(std::move(recording));
    const auto facts = allocationFacts(nothing, 0);
    QVERIFY(facts);
    const EventRows events(nothing, 0);
    const AllocationRows allocations(facts);
    const SegmentRows segments(facts);
    const StackRows stacks(facts);
    for (const RowSource* rows :
        {static_cast<const RowSource*>(&events), static_cast<const RowSource*>(&allocations),
            static_cast<const RowSource*>(&segments), static_cast<const RowSource*>(&stacks)}) {
        QCOMPARE(rows->size(), std::size_t(0));
        QVERIFY(!rows->whyEmpty().empty());
        QCOMPARE(chosenRows(*rows, {})->size(), std::size_t(0));
        QCOMPARE(rows->rowAt(0, std::uint64_t(512)), std::nullopt);
    }
}

QTEST_GUILESS_MAIN(TestTableRows)
#include "tst_table_rows.moc"
