// SPDX-License-Identifier: GPL-3.0-or-later
// What the views make of a filter of sizes and lives.
#include "tests/core/analysis/analysis_fixtures.h"
#include "tests/support/test_data.h"
#include "ui/details/details_html.h"
#include "ui/details/filter_words.h"
#include "ui/groups/group_follower.h"
#include "ui/map/fragmentation_map.h"
#include "ui/map/map_colours.h"
#include "ui/memory/memory_page.h"
#include "ui/navigation/place_history.h"
#include "ui/segment_history/segment_history_page.h"
#include "ui/tiles/tile_canvas.h"
#include "ui/timeline/readout.h"
#include "ui/timeline/timeline_view.h"
#include "ui/view_state.h"
#include "ui/window/allocation_filter_chip.h"
#include "ui/window/colour_scheme.h"
#include "ui/window/filter_follower.h"
#include "ui/window/look.h"

#include <QTest>
#include <QVBoxLayout>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int longEnough = 60'000; // milliseconds

std::shared_ptr<const AnalyzedRecording> sharedRecording(Recording recording)
{
    return std::make_shared<const AnalyzedRecording>(analyze(std::move(recording)));
}

MemoryFilter sizes(std::uint64_t least, std::uint64_t most)
{
    MemoryFilter filter;
    filter.allocations.size = AllocationFilter::Range{least, most};
    return filter;
}

// The state with those who find what it lacks, as a window has them.
struct Followed {
    explicit Followed(Recording recording = recordingOf(u"rand_streams"_s))
        : groups(state)
        , curves(state)
    {
        state.setRecording(sharedRecording(std::move(recording)), false);
    }

    void filter(const MemoryFilter& wanted)
    {
        state.setFilter(wanted);
        if (!QTest::qWaitFor([this] { return state.filteredHistory() != nullptr; }, longEnough))
            qFatal("The curves of the filter do not come");
    }

    std::uint64_t heldAt(std::size_t position, const MemoryFilter& wanted) const
    {
        std::uint64_t sum = 0;
        for (const Allocation& allocation : state.allocations()->attribution.allocations)
            if (allocation.isAliveAt(position) && allocation.bytes >= wanted.allocations.size->least
                && allocation.bytes <= wanted.allocations.size->most
                && (!wanted.stream || allocation.home.stream == *wanted.stream))
                sum += allocation.bytes;
        return sum;
    }

    ViewState state;
    GroupFollower groups;
    FilterFollower curves;
};

} // namespace

class TestAllocationFilter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyColourScheme(ColourScheme::Light); }
    void curvesAreOfTheseAllocations();
    void filtersStack();
    void runsThatGrowAreFollowed();
    void otherDevicesAreFiltered();
    void theChipSaysAndDrops();
    void theyAreUndone();
    void theMapDimsTheOthers();
    void segmentsOverTimeDimTheOthers();
    void coloursAreOfTheseAllocations();
    void wordsSayWhatIsLeftOut();
    void names_data();
    void names();
    void pictures_data();
    void pictures();
};

void TestAllocationFilter::curvesAreOfTheseAllocations()
{
    Followed followed;
    ViewState& state = followed.state;
    const MemoryFilter filter = sizes(1 << 20, (8 << 20) - 1);
    followed.filter(filter);
    QVERIFY(!state.curves().hasReserved());
    for (std::size_t position = 0; position <= state.history().eventCount(); position += 53)
        QCOMPARE(static_cast<std::uint64_t>(state.curves().valueAt(Curve::Allocated, position)),
            followed.heldAt(position, filter));
    QCOMPARE(state.shownSegments()->segments.size(), state.segments()->segments.size()); // all are shown
    state.setFilter({});
    QVERIFY(state.curves().hasReserved());
    QVERIFY(!state.heldBlocks());
}

void TestAllocationFilter::filtersStack()
{
    Followed followed;
    ViewState& state = followed.state;
    MemoryFilter filter = sizes(0, (4 << 20) - 1);
    filter.stream = StreamSlot(1);
    followed.filter(filter);
    for (std::size_t position = 0; position <= state.history().eventCount(); position += 97)
        QCOMPARE(static_cast<std::uint64_t>(state.curves().valueAt(Curve::Allocated, position)),
            followed.heldAt(position, filter));
    for (const SegmentInfo& segment : state.shownSegments()->segments)
        QCOMPARE(segment.stream, StreamSlot(1));
}

void TestAllocationFilter::runsThatGrowAreFollowed()
{
    const Recording whole = recordingOf(u"rand_streams"_s);
    Recording part = whole;
    part.devices[0].after.reset();
    part.devices[0].events = {};
    for (std::size_t i = 0; i < whole.devices[0].events.size() / 2; ++i)
        part.devices[0].events.append(whole.devices[0].events[i]);
    Followed followed(part);
    ViewState& state = followed.state;
    MemoryFilter neverFreed;
    neverFreed.allocations.isNeverFreed = true;
    followed.filter(neverFreed);
    const auto isOfAllThatIsLeft = [&state] {
        const std::size_t end = state.history().eventCount();
        return state.curves().eventCount() == end
            && state.curves().valueAt(Curve::Allocated, end)
            == state.history().valueAt(Curve::Allocated, end);
    };
    QVERIFY(isOfAllThatIsLeft());
    const std::int64_t before = state.curves().valueAt(Curve::Allocated, 200);
    Recording grown = part;
    for (std::size_t i = part.devices[0].events.size(); i < whole.devices[0].events.size(); ++i)
        grown.devices[0].events.append(whole.devices[0].events[i]);
    state.setRecording(sharedRecording(grown), true);
    QTRY_VERIFY_WITH_TIMEOUT(isOfAllThatIsLeft(), longEnough);
    QVERIFY(state.curves().valueAt(Curve::Allocated, 200) <= before); // more of it is freed by now
}

// Sizes are sizes on every device; a stream is one of its own.
void TestAllocationFilter::otherDevicesAreFiltered()
{
    Recording two = recordingOf(u"rand_streams"_s);
    two.devices.push_back(two.devices.front());
    two.devices.back().ordinal = two.devices.front().ordinal + 1;
    Followed followed(std::move(two));
    MemoryFilter wanted = sizes(1 << 20, UINT64_MAX);
    wanted.stream = StreamSlot(0);
    followed.filter(wanted);
    followed.state.setDeviceIndex(1);
    QCOMPARE(followed.state.filter(), sizes(1 << 20, UINT64_MAX));
    QTRY_VERIFY_WITH_TIMEOUT(followed.state.filteredHistory(), longEnough);
    QCOMPARE(followed.state.filteredHistory()->filter(), sizes(1 << 20, UINT64_MAX));
    followed.state.setRecording(sharedRecording(recordingOf(u"rand_small"_s)), false);
    QVERIFY(followed.state.filter().isAll());
}

void TestAllocationFilter::theChipSaysAndDrops()
{
    Followed followed;
    AllocationFilterChip chip(followed.state);
    QVERIFY(chip.isHidden());
    MemoryFilter filter = sizes(1 << 20, (2 << 20) - 1);
    filter.stream = StreamSlot(1);
    filter.allocations.lifeEvents = AllocationFilter::Life{{0, 9}, false};
    followed.filter(filter);
    QVERIFY(!chip.isHidden());
    QTRY_COMPARE(chip.text(), u"Only 1 MiB to 2 MiB, lives under 10 events  ✕"_s);
    QCOMPARE(chip.accessibleName(), u"Only 1 MiB to 2 MiB, lives under 10 events"_s);
    QVERIFY(chip.toolTip().contains(u"1,048,576 to 2,097,151 B"_s));
    QTest::mouseClick(&chip, Qt::LeftButton);
    QVERIFY(chip.isHidden());
    QVERIFY(followed.state.filter() == MemoryFilter::ofStream(1)); // the stream stays
    followed.filter(filter);
    QTest::keyClick(&chip, Qt::Key_Escape);
    QVERIFY(followed.state.filter().isAll());
}

void TestAllocationFilter::theyAreUndone()
{
    Followed followed;
    ViewState& state = followed.state;
    PlaceHistory history(state);
    history.rest();
    state.setFilter(sizes(0, 511));
    history.rest();
    MemoryFilter both = sizes(0, 511);
    both.allocations.isNeverFreed = true;
    state.setFilter(both);
    history.rest();
    history.undo();
    QVERIFY(state.filter() == sizes(0, 511));
    history.undo();
    QVERIFY(state.filter().isAll());
    history.redo();
    history.redo();
    QVERIFY(state.filter() == both);
}

void TestAllocationFilter::theMapDimsTheOthers()
{
    Followed followed;
    ViewState& state = followed.state;
    followed.filter(sizes(1 << 20, UINT64_MAX));
    state.setCursor(state.history().eventCount() * 2 / 3);
    QVERIFY(state.heldBlocks());
    const SegmentList& list = *state.shownSegments();
    const auto classes = clearBlocks(list, *state.heldBlocks(), {});
    std::size_t clear = 0;
    for (std::size_t i = 0; i < list.blocks.size(); ++i) {
        const BlockInfo& block = list.blocks[i];
        const bool isHeld = block.state == BlockState::ActiveAllocated && block.size >= 1 << 20;
        QCOMPARE(classes[i] == 0, isHeld);
        clear += isHeld ? 1 : 0;
    }
    QVERIFY(clear > 0);
    QCOMPARE(state.heldBlocks()->size(), clear);
    const std::vector<std::uint8_t> coloured(list.blocks.size(), 3);
    const auto kept = clearBlocks(list, *state.heldBlocks(), coloured);
    QCOMPARE(std::size_t(std::count(kept.begin(), kept.end(), std::uint8_t(3))), clear);
}

void TestAllocationFilter::segmentsOverTimeDimTheOthers()
{
    Followed followed;
    SegmentHistoryPage page(followed.state);
    page.resize(900, 400);
    page.show();
    QTRY_VERIFY_WITH_TIMEOUT(page.isSettled(), longEnough);
    const auto whole = page.canvas()->layer().source();
    followed.filter(sizes(1 << 20, UINT64_MAX));
    QTRY_VERIFY_WITH_TIMEOUT(page.isSettled() && page.canvas()->layer().source() != whole, longEnough);
    const auto& source = page.canvas()->layer().source();
    QCOMPARE(source->attribution().allocations.size(), whole->attribution().allocations.size());
    for (std::uint32_t i = 0; i < source->attribution().allocations.size(); ++i) {
        QCOMPARE(source->isDim(i), source->attribution().allocations[i].bytes < 1 << 20);
        QVERIFY(!whole->isDim(i));
    }
}

void TestAllocationFilter::coloursAreOfTheseAllocations()
{
    Followed followed;
    ViewState& state = followed.state;
    state.setColourBy(GroupBy::Operator);
    followed.filter(sizes(1 << 20, UINT64_MAX));
    QTRY_VERIFY_WITH_TIMEOUT(state.colouring() && state.isColoured(state.allocations()), longEnough);
    const GroupColouring& colouring = *state.colouring();
    for (std::size_t position = 0; position <= state.history().eventCount(); position += 61) {
        std::int64_t sum = 0;
        for (std::size_t band = 0; band < colouring.bands.bands.size(); ++band)
            sum += colouring.curves.valueAt(band, position);
        QCOMPARE(sum, state.curves().valueAt(Curve::Allocated, position));
    }
}

void TestAllocationFilter::wordsSayWhatIsLeftOut()
{
    Followed followed;
    ViewState& state = followed.state;
    const Readout before =
        readoutAt(state.device(), state.curves(), state.cursor(), Theme(), ByteUnits::Binary);
    QCOMPARE(before.rows.size(), 3);
    followed.filter(sizes(1 << 20, (8 << 20) - 1));
    const Readout readout =
        readoutAt(state.device(), state.curves(), state.cursor(), Theme(), ByteUnits::Binary);
    QCOMPARE(readout.rows.size(), 2); // no reserved memory is theirs
    QVERIFY(!spokenText(state.device(), state.curves(), state.cursor())
                 .contains(u"reserved"_s, Qt::CaseInsensitive));
    const auto moment = momentOf(state);
    QVERIFY(moment && moment->heldBytes);
    QCOMPARE(*moment->heldBytes, followed.heldAt(state.cursor(), state.filter()));
    QString share;
    for (const TextPart& part : momentText(*moment).share)
        share += part.text;
    QVERIFY2(share.startsWith(u"Only 1 MiB to 8 MiB: "_s), qPrintable(share));
    QVERIFY2(share.contains(u"of what is allocated"_s), qPrintable(share));
}

void TestAllocationFilter::names_data()
{
    QTest::addColumn<AllocationFilter>("filter");
    QTest::addColumn<QString>("name");
    using Life = AllocationFilter::Life;
    using Range = AllocationFilter::Range;
    QTest::newRow("all") << AllocationFilter() << QString();
    QTest::newRow("size") << AllocationFilter{Range{512, 1023}, {}, {}, false} << u"512 B to 1 KiB"_s;
    QTest::newRow("large") << AllocationFilter{Range{1 << 30, UINT64_MAX}, {}, {}, false}
                           << u"1 GiB and more"_s;
    QTest::newRow("above") << AllocationFilter{Range{(1 << 20) + 1, UINT64_MAX}, {}, {}, false}
                           << u"more than 1 MiB"_s;
    QTest::newRow("through") << AllocationFilter{Range{0, 1 << 20}, {}, {}, false} << u"up to 1 MiB"_s;
    QTest::newRow("above and under") << AllocationFilter{Range{(1 << 20) + 1, (4 << 20) - 1}, {}, {}, false}
                                     << u"more than 1 MiB, under 4 MiB"_s;
    QTest::newRow("tens") << AllocationFilter{Range{4 << 20, (64 << 20) - 1}, {}, {}, false}
                          << u"4 MiB to 64 MiB"_s;
    QTest::newRow("short") << AllocationFilter{{}, Life{{0, 9}, false}, {}, false}
                           << u"lives under 10 events"_s;
    QTest::newRow("one") << AllocationFilter{{}, Life{{1, 1}, false}, {}, false} << u"lives 1 event"_s;
    QTest::newRow("unknown") << AllocationFilter{{}, Life{{}, true}, {}, false}
                             << u"lives that are not known"_s;
    QTest::newRow("time") << AllocationFilter{{}, {}, Life{{1024, 2047}, false}, false}
                          << u"lives 1.024 ms to 2.048 ms"_s;
    QTest::newRow("leak") << AllocationFilter{Range{512, 1023}, {}, {}, true}
                          << u"512 B to 1 KiB, never freed"_s;
}

void TestAllocationFilter::names()
{
    QFETCH(AllocationFilter, filter);
    QFETCH(QString, name);
    QCOMPARE(allocationsName(filter, ByteUnits::Binary), name);
}

void TestAllocationFilter::pictures_data()
{
    QTest::addColumn<int>("scheme");
    QTest::newRow("light") << static_cast<int>(ColourScheme::Light);
    QTest::newRow("dark") << static_cast<int>(ColourScheme::Dark);
}

void TestAllocationFilter::pictures()
{
    QFETCH(int, scheme);
    applyColourScheme(static_cast<ColourScheme>(scheme));
    Followed followed(recordingOf(u"vgg"_s));
    followed.state.setCursor(followed.state.history().eventCount() / 2);
    QWidget page;
    setLook(&page, pageLook(applicationTheme()));
    auto* column = new QVBoxLayout(&page);
    auto* chip = new AllocationFilterChip(followed.state, &page);
    auto* segments = new SegmentHistoryPage(followed.state, &page);
    column->addWidget(chip, 0, Qt::AlignLeft);
    column->addWidget(new TimelineView(&followed.state, &page), 3);
    column->addWidget(new FragmentationMap(followed.state, &page), 3);
    column->addWidget(segments, 3);
    page.resize(1200, 1000);
    page.show();
    followed.filter(sizes(4 << 20, (64 << 20) - 1));
    QTRY_VERIFY_WITH_TIMEOUT(segments->isSettled(), longEnough);
    QTRY_VERIFY(chip->text().endsWith(u'✕') && !chip->text().contains(u'…'));
    page.grab().save(
        pictureFile(u"allocation-filter-%1.png"_s.arg(QString::fromLatin1(QTest::currentDataTag()))));
}

QTEST_MAIN(TestAllocationFilter)
#include "tst_allocation_filter.moc"
