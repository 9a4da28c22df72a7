// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "core/trace/recording_builder.h"
#include "tests/support/test_data.h"
#include "tests/ui/active_memory/page_driver.h"
#include "tests/ui/timeline/training_recording.h"
#include "ui/segment_history/segment_history_page.h"
#include "ui/tiles/class_legend.h"
#include "ui/window/lower_views.h"
#include "ui/window/recording_views.h"

#include <QComboBox>
#include <QSignalSpy>
#include <cmath>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

using Driver = PageDriver<SegmentHistoryPage>;

namespace {

std::shared_ptr<const AnalyzedRecording> longTraining()
{
    static const auto recording = analyzed(trainingRecording(6));
    return recording;
}

// Each segment below all those before it, with an allocation that fills it.
Recording fallingSegments(std::uint64_t count)
{
    RecordingBuilder builder;
    Device& device = builder.recording().devices.emplace_back();
    device.history = History::Whole;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t address = 0x700000000000 - i * 64 * mebibyte;
        const std::uint64_t size = (1 + i % 5) * 2 * mebibyte;
        const auto timeUs = static_cast<std::int64_t>(1000 + i);
        device.events.append({timeUs, address, size, {}, 0, 0, Action::SegmentAlloc});
        device.events.append({timeUs, address, size, {}, 0, 0, Action::Alloc});
    }
    return builder.snapshot();
}

// What the upper edge of the picture shows.
std::optional<std::uint64_t> addressAtTop(const Driver& driver)
{
    return driver.canvas->layer().source()->addressAt(static_cast<std::uint64_t>(driver.canvas->low()));
}

void grow(Driver& driver, Recording recording)
{
    driver.state.setRecording(analyzed(std::move(recording)), true);
    if (!QTest::qWaitFor(
            [&] {
                return driver.canvas->layer().source()->grouped()->eventCount()
                    == driver.state.history().eventCount();
            },
            60'000))
        qFatal("The grown recording does not come to the screen");
    driver.settle();
}

const AddressLayout& layoutOf(const Driver& driver)
{
    return dynamic_cast<const SegmentSource&>(*driver.canvas->layer().source()).reserved()->layout;
}

// What replay has at an address: its block, or none.
const BlockInfo* blockAt(const SegmentList& list, std::uint64_t address)
{
    for (const BlockInfo& block : list.blocks) {
        if (address >= block.address && address - block.address < block.size)
            return &block;
    }
    return nullptr;
}

} // namespace

class TestSegmentHistory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyColourScheme(ColourScheme::Light); }
    void everyPixelIsWhatReplayHas();
    void aClickSelects();
    void freeMemoryIsSelectedToo();
    void aSegmentIsChosen();
    void growingRunsKeepWhatIsShown();
    void whatIsLeftOutIsTold();
    void hiddenPagesRest();
    void keysGoDownwards();
    void emptyPagesSayWhy();
    void theWindowHasIt();
    void pictures_data();
    void pictures();
};

void TestSegmentHistory::everyPixelIsWhatReplayHas()
{
    Driver driver;
    driver.open(longTraining());
    const DeviceHistory& history = driver.state.history();
    std::array<int, 3> seen = {};
    for (double across = 0.003; across < 1; across += 0.04) {
        const auto column = driver.canvas->layer().at(driver.place(across, 0.5));
        QVERIFY(column);
        const SegmentList list = history.segmentsAt(driver.state.device(), column->moment);
        for (double down = 0.004; down < 0.96; down += 0.02) {
            const QPointF at = driver.place(across, down);
            const auto hit = driver.canvas->layer().at(at);
            const auto address = driver.canvas->layer().source()->addressAt(hit->bytes);
            const BlockInfo* block = address ? blockAt(list, *address) : nullptr;
            if (block && block->state == BlockState::ActiveAllocated) {
                QVERIFY(IdPlane::isAllocation(hit->id));
                QCOMPARE(driver.allocation(hit->id).address, block->address);
                ++seen[0];
            } else {
                QCOMPARE(hit->id, block ? IdPlane::freeMemory : IdPlane::nothing);
                ++seen[block ? 1 : 2];
            }
        }
    }
    QVERIFY(seen[0] > 50 && seen[1] > 20 && seen[2] > 10);
}

void TestSegmentHistory::aClickSelects()
{
    Driver driver;
    driver.open(longTraining());
    const auto at = driver.placeOfAllocation();
    QVERIFY(at);
    const auto hit = driver.canvas->layer().at(*at);
    driver.click(*at);
    QCOMPARE(driver.state.cursor(), hit->moment);
    QCOMPARE(driver.state.selectedAddress(), std::optional(driver.allocation(hit->id).address));
    QCOMPARE(driver.canvas->selected(), std::optional(hit->id));
}

void TestSegmentHistory::freeMemoryIsSelectedToo()
{
    Driver driver;
    driver.open(longTraining());
    for (double across = 0.1; across < 0.9; across += 0.01) {
        for (double down = 0.01; down < 0.95; down += 0.01) {
            const QPointF at = driver.place(across, down);
            const auto hit = driver.canvas->layer().at(at);
            if (hit->id != IdPlane::freeMemory)
                continue;
            driver.hover(at);
            driver.click(at);
            QVERIFY(driver.state.selectedAddress());
            const BlockInfo* block = blockAt(*driver.state.segments(), *driver.state.selectedAddress());
            QVERIFY(block && block->state != BlockState::ActiveAllocated);
            QVERIFY(!driver.canvas->selected());
            return;
        }
    }
    QFAIL("Nothing is free");
}

void TestSegmentHistory::aSegmentIsChosen()
{
    Driver driver;
    driver.open(longTraining());
    QComboBox* segments = driver.page.segments();
    const AddressLayout& layout = layoutOf(driver);
    QCOMPARE(segments->count(), static_cast<int>(layout.regions().size()) + 1);
    QCOMPARE(segments->currentIndex(), 0);
    segments->setCurrentIndex(2);
    Q_EMIT segments->activated(2);
    driver.settle();
    const TilePlace& place = driver.canvas->place();
    const AddressRegion* region = layout.regionAt(static_cast<std::uint64_t>(std::llround(place.low)));
    QVERIFY(region);
    QCOMPARE(place.span, static_cast<double>(region->size));
    QCOMPARE(segments->currentIndex(), 2);
    driver.wheel(driver.place(0.5, 0.5), {0, 2}, Qt::ControlModifier);
    QCOMPARE(segments->currentIndex(), -1);
    QTest::keyClick(driver.canvas, Qt::Key_F);
    QCOMPARE(segments->currentIndex(), 0);
}

// New segments at lower addresses move the others along the axis.
void TestSegmentHistory::growingRunsKeepWhatIsShown()
{
    const Recording whole = fallingSegments(30);
    Driver driver;
    driver.open(analyzed(firstEvents(whole, 20)));
    QComboBox* segments = driver.page.segments();
    segments->setCurrentIndex(3);
    Q_EMIT segments->activated(3);
    driver.settle();
    const QVariant chosen = segments->currentData();
    const TilePlace before = driver.canvas->place();
    grow(driver, firstEvents(whole, 40));
    QCOMPARE(segments->currentData(), chosen);
    QVERIFY(driver.canvas->place().low > before.low);
    QCOMPARE(driver.canvas->place().span, before.span);
    QCOMPARE(addressAtTop(driver), std::optional<std::uint64_t>(chosen.toULongLong()));
    driver.wheel(driver.place(0.5, 0.5), {0, 2}, Qt::ControlModifier);
    QCOMPARE(segments->currentIndex(), -1);
    const auto address = addressAtTop(driver);
    QVERIFY(address);
    grow(driver, whole);
    QCOMPARE(segments->currentIndex(), -1);
    QCOMPARE(addressAtTop(driver), address);
    driver.canvas->fitBytes();
    QCOMPARE(segments->currentIndex(), 0);
}

void TestSegmentHistory::whatIsLeftOutIsTold()
{
    Driver driver;
    driver.open(analyzed(fallingSegments(230)));
    const QComboBox* segments = driver.page.segments();
    QCOMPARE(segments->count(), 202);
    QCOMPARE(segments->itemText(201), QStringLiteral("The 200 largest of 230"));
    QVERIFY(!(segments->model()->flags(segments->model()->index(201, 0)) & Qt::ItemIsEnabled));
    // No more is written beside the picture than has room there.
    const TilePlace& place = driver.canvas->place();
    const auto marks =
        driver.canvas->layer().source()->marks(place.low, place.low + place.span, 6, ByteUnits::Binary);
    QVERIFY(marks.size() > 10 && marks.size() < 60);
}

// They follow nothing, and catch up.
void TestSegmentHistory::hiddenPagesRest()
{
    Driver driver;
    driver.open(longTraining());
    driver.click(*driver.placeOfAllocation());
    const auto selected = driver.canvas->selected();
    QVERIFY(selected);
    const std::size_t cursor = driver.state.cursor();
    driver.rest(); // the tiles beyond the edges come, too
    driver.page.hide();
    QSignalSpy tiles(&driver.canvas->layer(), &TileLayer::changed);
    const AxisRange range = driver.canvas->place().geometry.range;
    driver.state.setRange(range.begin + range.width() / 4, range.begin + range.width() / 2);
    driver.state.setCursor(0);
    QTest::qWait(100);
    QCOMPARE(driver.canvas->place().geometry.range.width(), range.width());
    QCOMPARE(tiles.count(), 0);
    QCOMPARE(driver.canvas->selected(), selected);
    driver.page.show();
    QVERIFY(driver.canvas->selected() != selected || driver.allocation(*selected).isAliveAt(0));
    QVERIFY(driver.canvas->place().geometry.range.width() < range.width() / 2);
    driver.settle();
    QVERIFY(tiles.count() > 0);
    driver.state.setCursor(cursor);
    QCOMPARE(driver.canvas->selected(), selected);
}

void TestSegmentHistory::keysGoDownwards()
{
    Driver driver;
    driver.open(longTraining());
    driver.state.setCursor(driver.state.history().peak(Curve::Allocated).position);
    const auto alive = driver.canvas->layer().source()->aliveAt(driver.state.cursor());
    QVERIFY(alive.size() > 3);
    for (const std::size_t wanted : {0, 1, 2}) {
        QTest::keyClick(driver.canvas, Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(driver.canvas->selected(), std::optional(alive[wanted]));
        if (wanted > 0)
            QVERIFY(driver.allocation(alive[wanted]).address > driver.allocation(alive[wanted - 1]).address);
    }
    const double span = driver.canvas->place().span;
    QTest::keyClick(driver.canvas, Qt::Key_Up, Qt::ControlModifier);
    QVERIFY(driver.canvas->place().span < span);
    const double low = driver.canvas->place().low;
    QTest::keyClick(driver.canvas, Qt::Key_PageDown);
    QVERIFY(driver.canvas->place().low > low);
}

void TestSegmentHistory::emptyPagesSayWhy()
{
    Driver driver;
    QCOMPARE(driver.canvas->accessibleDescription(), QStringLiteral("No recording is open."));
    driver.open(longTraining());
    driver.state.setRecording(nullptr, false);
    QVERIFY(!driver.canvas->layer().source());
    QCOMPARE(driver.page.segments()->count(), 1);
}

void TestSegmentHistory::theWindowHasIt()
{
    ViewState state;
    RecordingViews views(&state);
    views.resize(1300, 800);
    views.show();
    state.setRecording(longTraining(), false);
    SegmentHistoryPage* page = views.lower()->segmentHistory();
    QVERIFY(!page->isVisible());
    views.lower()->showActiveMemory();
    views.lower()->showSegmentHistory();
    QVERIFY(page->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(page->isSettled(), 60'000);
}

void TestSegmentHistory::pictures_data()
{
    QTest::addColumn<int>("by");
    QTest::addColumn<bool>("isDark");
    QTest::addColumn<int>("segment");
    QTest::newRow("size") << static_cast<int>(ColourClass::Size) << false << 0;
    QTest::newRow("size-dark") << static_cast<int>(ColourClass::Size) << true << 0;
    QTest::newRow("one-segment") << static_cast<int>(ColourClass::Stack) << false << 1;
    QTest::newRow("age-dark") << static_cast<int>(ColourClass::Age) << true << 0;
}

void TestSegmentHistory::pictures()
{
    QFETCH(const int, by);
    QFETCH(const bool, isDark);
    QFETCH(const int, segment);
    applyColourScheme(isDark ? ColourScheme::Dark : ColourScheme::Light);
    ViewState state;
    RecordingViews views(&state);
    views.resize(1500, 900);
    views.show();
    views.lower()->showSegmentHistory();
    SegmentHistoryPage* page = views.lower()->segmentHistory();
    page->setColourBy(static_cast<ColourClass>(by));
    state.setRecording(longTraining(), false);
    state.setCursor(state.history().eventCount() * 2 / 3);
    QTRY_VERIFY_WITH_TIMEOUT(page->isSettled(), 60'000);
    page->segments()->setCurrentIndex(segment);
    Q_EMIT page->segments()->activated(segment);
    QTRY_VERIFY_WITH_TIMEOUT(page->isSettled(), 60'000);
    QTest::keyClick(page->canvas(), Qt::Key_Down, Qt::ShiftModifier);
    QTest::qWait(200);
    QVERIFY(views.grab().toImage().save(pictureFile(
        QStringLiteral("segment-history-%1.png").arg(QString::fromLatin1(QTest::currentDataTag())))));
}

QTEST_MAIN(TestSegmentHistory)
#include "tst_segment_history.moc"
