// SPDX-License-Identifier: GPL-3.0-or-later
// What tables list under a filter of allocations, and of a range; and filters as searches.
#include "core/analysis/tables/allocation_rows.h"
#include "core/analysis/tables/chosen_allocations.h"
#include "core/analysis/tables/event_rows.h"
#include "core/analysis/tables/filter_query.h"
#include "core/analysis/tables/histogram.h"
#include "core/analysis/tables/row_order.h"
#include "core/analysis/tables/segment_rows.h"
#include "core/analysis/tables/stack_rows.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>
#include <algorithm>
#include <set>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

std::shared_ptr<const AllocationFacts> factsOf(const char* name)
{
    return allocationFacts(
        std::make_shared<const AnalyzedRecording>(analyze(recordingOf(QString::fromLatin1(name)))), 0);
}

AllocationFilter::Range randomRange(std::mt19937_64& random, int bits)
{
    const std::uint64_t first = random() >> (64 - 1 - random() % static_cast<std::uint64_t>(bits));
    const std::uint64_t second = random() >> (64 - 1 - random() % static_cast<std::uint64_t>(bits));
    return {std::min(first, second), random() % 4 == 0 ? UINT64_MAX : std::max(first, second)};
}

AllocationFilter randomFilter(std::mt19937_64& random)
{
    AllocationFilter filter;
    const auto life = [&](int bits) {
        AllocationFilter::Life made;
        made.isUnknown = random() % 3 == 0;
        if (!made.isUnknown)
            made.range = randomRange(random, bits);
        return made;
    };
    if (random() % 2 == 0)
        filter.size = randomRange(random, 28);
    if (random() % 3 == 0)
        filter.lifeEvents = life(14);
    if (random() % 3 == 0)
        filter.lifeUs = life(24);
    filter.isNeverFreed = random() % 5 == 0;
    return filter;
}

EventRange randomEvents(std::mt19937_64& random, std::size_t events)
{
    const std::uint64_t first = random() % (events + 1);
    const std::uint64_t second = random() % (events + 1);
    return {std::min(first, second), std::max(first, second)};
}

std::set<std::size_t> listed(const RowSource& source, const RowChoice& choice)
{
    std::set<std::size_t> rows;
    const auto order = chosenRows(source, choice);
    for (std::size_t place = 0; place < order->size(); ++place)
        rows.insert(order->row(place));
    return rows;
}

} // namespace

class FilterRowsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void filtersAreSearchesAndBack();
    void searchesThatAreNoFilters_data();
    void searchesThatAreNoFilters();
    void aSearchFindsWhatItsFilterHolds();
    void aSearchAmongAFilterHoldsWhatBothHold();
    void stoppedSearchesLookNoFurther();
    void everyTableIsOfTheSameAllocations();
    void tablesOfARange();
    void barsAreFilters();
};

void FilterRowsTest::filtersAreSearchesAndBack()
{
    std::mt19937_64 random(testSeed());
    for (int round = 0; round < 300; ++round) {
        const AllocationFilter filter = randomFilter(random);
        const std::string text = queryOf(filter);
        const auto query = parseQuery(text);
        QVERIFY2(query.has_value(), text.c_str());
        const auto back = allocationFilterOf(*query);
        QVERIFY2(back.has_value(), text.c_str());
        QVERIFY2(*back == filter, text.c_str());
    }
    QCOMPARE(queryOf(AllocationFilter{}), std::string());
    AllocationFilter both;
    both.size = AllocationFilter::Range{1 << 20, (2 << 20) - 1};
    both.lifeEvents = AllocationFilter::Life{{0, 9}, false};
    QVERIFY(*allocationFilterOf(parseQuery(">=1MiB <2MiB life<10").value()) == both);
}

void FilterRowsTest::searchesThatAreNoFilters_data()
{
    QTest::addColumn<QString>("text");
    for (const char* text : {"linear", "0x7f0000000000", "requested>5", "-size:1..5", "-life:3..9",
             "life:0..9 -life:0..", "event:1..5", "size:1..5 size:7..9", "-free_requested>=7"})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void FilterRowsTest::searchesThatAreNoFilters()
{
    QFETCH(QString, text);
    const auto filter = allocationFilterOf(parseQuery(text.toStdString()).value());
    QVERIFY(!filter);
    QVERIFY(!filter.error().message.empty());
}

void FilterRowsTest::aSearchFindsWhatItsFilterHolds()
{
    std::mt19937_64 random(testSeed());
    std::size_t found = 0;
    for (const char* name : {"vgg", "rand_streams", "wrapped"}) {
        const auto facts = factsOf(name);
        const AllocationRows rows(facts);
        for (int round = 0; round < 60; ++round) {
            RowChoice byFilter;
            byFilter.filter.allocations = randomFilter(random);
            RowChoice bySearch;
            bySearch.query = parseQuery(queryOf(byFilter.filter.allocations)).value();
            const auto wanted = listed(rows, bySearch);
            QVERIFY(listed(rows, byFilter) == wanted);
            found += wanted.size();
            const HeldAllocations held(byFilter.filter, facts->about());
            for (std::size_t i = 0; i < rows.size(); ++i)
                QCOMPARE(held.hold(facts->allocation(i)), wanted.contains(i));
        }
    }
    QVERIFY(found > 0);
}

// Where it fails, there is nothing that both hold.
void FilterRowsTest::aSearchAmongAFilterHoldsWhatBothHold()
{
    std::mt19937_64 random(testSeed());
    const auto facts = factsOf("rand_streams");
    const auto held = [&](const AllocationFilter& filter) {
        MemoryFilter memory;
        memory.allocations = filter;
        return ChosenAllocations(*facts, {memory, {}}).all({});
    };
    int joined = 0;
    for (int round = 0; round < 200; ++round) {
        const AllocationFilter one = randomFilter(random);
        const AllocationFilter other = randomFilter(random);
        const std::vector<bool> ofOne = held(one);
        const std::vector<bool> ofOther = held(other);
        const auto both = allocationFilterOf(parseQuery(queryOf(one)).value(), other);
        const std::vector<bool> ofBoth = both ? held(*both) : std::vector<bool>(ofOne.size());
        for (std::size_t i = 0; i < ofOne.size(); ++i)
            QCOMPARE(ofBoth[i], ofOne[i] && ofOther[i]);
        joined += both ? 1 : 0;
    }
    QVERIFY(joined > 20);
}

void FilterRowsTest::stoppedSearchesLookNoFurther()
{
    const auto facts = factsOf("vgg");
    const EventRows events(facts->recording, 0, facts);
    const SegmentRows segments(facts);
    const AllocationRows allocations(facts);
    RowChoice choice;
    choice.filter.allocations.size = AllocationFilter::Range{0, UINT64_MAX - 1};
    std::stop_source stop;
    stop.request_stop();
    for (const RowSource* rows : {static_cast<const RowSource*>(&events),
             static_cast<const RowSource*>(&segments), static_cast<const RowSource*>(&allocations)}) {
        const auto holdsAny = [&](const std::stop_token& token) {
            const std::vector<bool> held = rows->heldRows(choice.filter, token);
            return std::find(held.begin(), held.end(), true) != held.end();
        };
        QVERIFY(holdsAny({}));
        QVERIFY(!holdsAny(stop.get_token()));
    }
}

void FilterRowsTest::everyTableIsOfTheSameAllocations()
{
    std::mt19937_64 random(testSeed());
    for (const char* name : {"vgg", "rand_streams", "record_stream"}) {
        const auto facts = factsOf(name);
        const EventRows events(facts->recording, 0, facts);
        const SegmentRows segments(facts);
        for (int round = 0; round < 20; ++round) {
            RowChoice choice;
            choice.filter.allocations = randomFilter(random);
            if (choice.filter.isAll())
                continue;
            if (random() % 2 == 0)
                choice.filter.stream = StreamSlot(0);
            const ChosenAllocations chosen(*facts, {choice.filter, {}});
            std::set<std::size_t> wantedEvents;
            std::set<std::size_t> wantedSegments;
            std::uint64_t count = 0;
            for (std::size_t i = 0; i < facts->attribution->allocations.size(); ++i) {
                if (!chosen.hold(i))
                    continue;
                ++count;
                for (const std::uint64_t event :
                    {facts->allocation(i).event, facts->allocation(i).freeEvent, facts->places.completed[i]})
                    if (event < events.size())
                        wantedEvents.insert(event);
                if (facts->places.segmentOf[i] != AllocationPlaces::noSegment)
                    wantedSegments.insert(facts->places.segmentOf[i]);
            }
            QVERIFY(listed(events, choice) == wantedEvents);
            QVERIFY(listed(segments, choice) == wantedSegments);
            StackOptions options;
            options.filter = choice.filter;
            const StackRows stacks(facts, options);
            std::uint64_t counted = 0;
            for (std::size_t row = 0; row < stacks.size(); ++row)
                counted += stacks.value(row, StackRows::Allocations);
            QCOMPARE(counted, count);
        }
    }
}

void FilterRowsTest::tablesOfARange()
{
    std::mt19937_64 random(testSeed());
    for (const char* name : {"vgg", "rand_streams", "wrapped"}) {
        const auto facts = factsOf(name);
        const EventRows events(facts->recording, 0, facts);
        const AllocationRows allocations(facts);
        const SegmentRows segments(facts);
        for (int round = 0; round < 6; ++round) {
            EventRange range = randomEvents(random, events.size());
            range.end = std::min(range.end, range.begin + 200);
            RowChoice choice;
            choice.within = range;
            QCOMPARE(std::uint64_t(listed(events, choice).size()), range.end - range.begin);
            const auto isThere = [&](const auto& about) {
                for (std::uint64_t position = range.begin; position <= range.end; ++position)
                    if (about(position))
                        return true;
                return false;
            };
            std::uint64_t count = 0;
            const auto listedAllocations = listed(allocations, choice);
            for (std::size_t i = 0; i < allocations.size(); ++i) {
                const bool wanted =
                    isThere([&](std::uint64_t position) { return facts->allocation(i).isAliveAt(position); });
                QCOMPARE(listedAllocations.contains(i), wanted);
                count += wanted ? 1 : 0;
            }
            const auto listedSegments = listed(segments, choice);
            for (std::size_t i = 0; i < segments.size(); ++i)
                QCOMPARE(listedSegments.contains(i), isThere([&](std::uint64_t position) {
                    return facts->places.segments[i].isThereAt(position);
                }));
            const Histogram histogram = histogramOf(*facts, HistogramOf::Size, {{}, range});
            std::uint64_t counted = histogram.openCount;
            for (const HistogramBar& bar : histogram.bars)
                counted += bar.count;
            QCOMPARE(counted, count);
        }
    }
}

void FilterRowsTest::barsAreFilters()
{
    const auto facts = factsOf("rand_streams");
    for (const auto of : {HistogramOf::Size, HistogramOf::LifeEvents, HistogramOf::LifeTime}) {
        const Histogram histogram = histogramOf(*facts, of);
        const auto holds = [&](const AllocationFilter& filter) {
            MemoryFilter held;
            held.allocations = filter;
            const std::vector<bool> all = ChosenAllocations(*facts, {held, {}}).all({});
            return static_cast<std::uint64_t>(std::count(all.begin(), all.end(), true));
        };
        AllocationFilter other;
        other.isNeverFreed = true;
        for (const HistogramBar& bar : histogram.bars) {
            QCOMPARE(holds(withBar({}, of, bar)), bar.count);
            const AllocationFilter stacked = withBar(other, of, bar);
            QVERIFY(stacked.isNeverFreed);
            QVERIFY(without(stacked, of) == other);
            QVERIFY(onlyOf(stacked, of) == withBar({}, of, bar));
        }
        if (of != HistogramOf::Size)
            QCOMPARE(holds(withUnknownLife({}, of)), histogram.openCount);
    }
}

QTEST_GUILESS_MAIN(FilterRowsTest)
#include "tst_filter_rows.moc"
