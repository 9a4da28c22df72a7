// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/labelled_recording.h"
#include "tests/support/test_data.h"
#include "tests/ui/active_memory/page_driver.h"
#include "tests/ui/timeline/training_recording.h"
#include "ui/active_memory/active_memory_page.h"
#include "ui/window/filter_follower.h"

#include <cmath>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

using Driver = PageDriver<ActiveMemoryPage>;

namespace {

std::shared_ptr<const AnalyzedRecording> training()
{
    static const auto recording = sharedRecording(labelledTraining());
    return recording;
}

std::optional<std::uint32_t> stackedAt(
    const Attribution& attribution, std::size_t position, std::uint64_t height)
{
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < attribution.allocations.size(); ++i) {
        if (attribution.allocations[i].isAliveAt(position))
            sum += attribution.allocations[i].bytes;
        if (height < sum)
            return static_cast<std::uint32_t>(i);
    }
    return std::nullopt;
}

} // namespace

class TestActiveMemory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { applyColourScheme(ColourScheme::Light); }
    void everyPixelIsAnAllocation();
    void theOutlineIsTheCurve();
    void aClickSelects();
    void theSelectedIsFound_data();
    void theSelectedIsFound();
    void hoveringTells();
    void theWheelZoomsAtTheMouse();
    void dragsPanAndChoose();
    void bytesAreZoomedAndMoved();
    void keysDoEverything();
    void zoomedPicturesAreNeverBlank();
    void growingRunsAreFollowed();
    void emptyPagesSayWhy();
    void filtersAreFollowed();
};

// On the screen, at several zooms: the id under a pixel is that of the allocation that a walk over all of
// them finds there.
void TestActiveMemory::everyPixelIsAnAllocation()
{
    Driver driver;
    driver.open(training());
    const Attribution& attribution = driver.canvas->layer().source()->attribution();
    for (const double width : {1.0, 0.3, 0.02}) {
        const double end = static_cast<double>(driver.state.history().eventCount());
        driver.state.setRange(end * 0.4, end * (0.4 + width * 0.6));
        driver.settle();
        const TilePlace& place = driver.canvas->place();
        int allocations = 0;
        for (double across = 0.003; across < 1; across += 0.02) {
            for (double down = 0.004; down < 1; down += 0.05) {
                const QPointF at = driver.place(across, down);
                const auto hit = driver.canvas->layer().at(at);
                QVERIFY(hit);
                const double pixel = place.span / place.plot.height();
                QVERIFY(std::abs(static_cast<double>(hit->bytes) - place.toBytes(at.y())) <= pixel);
                const auto wanted = stackedAt(attribution, hit->moment, hit->bytes);
                QCOMPARE(hit->id, wanted.value_or(IdPlane::nothing));
                allocations += wanted ? 1 : 0;
                const auto shown = positionAt(driver.state.device(), driver.state.history().eventCount(),
                    TimeAxis::Events, place.geometry.toValue(at.x()));
                const double column = place.geometry.range.width() / place.geometry.width;
                QVERIFY(
                    std::abs(static_cast<double>(hit->moment) - static_cast<double>(shown)) <= column + 1);
            }
        }
        QVERIFY(allocations > 100);
    }
}

void TestActiveMemory::theOutlineIsTheCurve()
{
    Driver driver;
    driver.open(training());
    const DeviceHistory& history = driver.state.history();
    const TilePlace& place = driver.canvas->place();
    for (double x = place.plot.left() + 0.5; x < place.plot.right(); ++x) {
        for (double y = place.plot.top() + 0.5; y < place.plot.bottom(); ++y) {
            const auto hit = driver.canvas->layer().at({x, y});
            QVERIFY(hit);
            const auto value = static_cast<std::uint64_t>(history.valueAt(Curve::Allocated, hit->moment));
            QCOMPARE(IdPlane::isAllocation(hit->id), hit->bytes < value);
        }
    }
}

void TestActiveMemory::aClickSelects()
{
    Driver driver;
    driver.open(training());
    const auto at = driver.placeOfAllocation(4096);
    QVERIFY(at);
    const auto hit = driver.canvas->layer().at(*at);
    driver.click(*at);
    QCOMPARE(driver.state.cursor(), hit->moment);
    QCOMPARE(driver.state.selectedAddress(), std::optional(driver.allocation(hit->id).address));
    QCOMPARE(driver.canvas->selected(), std::optional(hit->id));
    // The block that the map and the details show is the one.
    bool isThere = false;
    for (const BlockInfo& block : driver.state.segments()->blocks)
        isThere = isThere
            || (block.address == driver.allocation(hit->id).address
                && block.size == driver.allocation(hit->id).bytes
                && block.state == BlockState::ActiveAllocated);
    QVERIFY(isThere);
    // The same address at another moment is another allocation, or none.
    driver.state.setCursor(0);
    QVERIFY(driver.canvas->selected() != std::optional(hit->id) || driver.allocation(hit->id).isAliveAt(0));
    driver.click(driver.place(0.5, 0.001));
    QVERIFY(!driver.state.selectedAddress());
    QVERIFY(!driver.canvas->selected());
}

void TestActiveMemory::theSelectedIsFound_data()
{
    QTest::addColumn<QString>("file"); // none: the training
    QTest::newRow("training") << QString();
    for (const char* name : {"wrapped", "segments_only", "expandable", "record_stream"})
        QTest::newRow(name) << QString::fromLatin1(name) + QStringLiteral(".pickle.zst");
}

// At any moment, by any byte of it: also what was there before the recording.
void TestActiveMemory::theSelectedIsFound()
{
    QFETCH(const QString, file);
    Driver driver;
    driver.open(file.isEmpty() ? training() : sharedRecording(fileRecording(file)));
    const auto& source = driver.canvas->layer().source();
    const std::size_t last = driver.state.history().eventCount();
    int found = 0;
    for (std::size_t i = 0; i <= 12; ++i) {
        driver.state.setCursor(last * i / 12);
        const auto alive = source->aliveAt(driver.state.cursor());
        for (std::size_t k = 0; k < alive.size(); k += 1 + alive.size() / 9) {
            const Allocation& wanted = driver.allocation(alive[k]);
            for (const std::uint64_t byte : {std::uint64_t(0), wanted.bytes / 2, wanted.bytes - 1}) {
                driver.state.setSelectedAddress({});
                driver.state.setSelectedAddress(wanted.address + byte);
                QCOMPARE(driver.canvas->selected(), std::optional(alive[k]));
                ++found;
            }
            // Elsewhere it is that which is alive there.
            driver.state.setCursor(last * (12 - i) / 12);
            std::optional<std::uint32_t> other;
            for (const std::uint32_t place : source->aliveAt(driver.state.cursor())) {
                const Allocation& candidate = driver.allocation(place);
                if (wanted.address >= candidate.address
                    && wanted.address - candidate.address < candidate.bytes)
                    other = place;
            }
            driver.state.setSelectedAddress(wanted.address);
            QCOMPARE(driver.canvas->selected(), other);
            driver.state.setCursor(last * i / 12);
        }
    }
    QVERIFY(found > 0);
}

void TestActiveMemory::hoveringTells()
{
    Driver driver;
    driver.open(training());
    const auto at = driver.placeOfAllocation(4096);
    QVERIFY(at);
    driver.hover(*at);
    const auto hit = driver.canvas->layer().at(*at);
    QCOMPARE(driver.canvas->hovered(), std::optional(hit->id));
    driver.hover(driver.place(0.5, 0.001));
    QVERIFY(!driver.canvas->hovered());
    driver.hover(*at);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(driver.canvas, &leave);
    QVERIFY(!driver.canvas->hovered());
}

void TestActiveMemory::theWheelZoomsAtTheMouse()
{
    Driver driver;
    driver.open(training());
    const QPointF at = driver.place(0.3, 0.5);
    const double before = driver.canvas->place().geometry.toValue(at.x());
    const double width = driver.state.rangeEnd() - driver.state.rangeBegin();
    driver.wheel(at, {0, 3});
    QVERIFY(driver.state.rangeEnd() - driver.state.rangeBegin() < width / 1.8);
    QVERIFY(std::abs(driver.canvas->place().geometry.toValue(at.x()) - before) < width / 500);
    const double begin = driver.state.rangeBegin();
    driver.wheel(at, {0, -1}, Qt::ShiftModifier);
    QVERIFY(driver.state.rangeBegin() > begin);
    driver.wheel(at, {0, -30});
    QCOMPARE(driver.state.rangeBegin(), 0.0);
}

void TestActiveMemory::dragsPanAndChoose()
{
    Driver driver;
    driver.open(training());
    driver.state.setRange(20, 60);
    driver.drag(driver.place(0.5, 0.5), driver.place(0.25, 0.5));
    QVERIFY(std::abs(driver.state.rangeBegin() - 30) < 0.2);
    QVERIFY(std::abs(driver.state.rangeEnd() - 70) < 0.2);
    const std::size_t cursor = driver.state.cursor();
    driver.drag(driver.place(0.25, 0.5), driver.place(0.75, 0.2), Qt::LeftButton, Qt::ShiftModifier);
    QVERIFY(std::abs(driver.state.rangeBegin() - 40) < 0.3);
    QVERIFY(std::abs(driver.state.rangeEnd() - 60) < 0.3);
    driver.drag(driver.place(0.0, 0.5), driver.place(0.5, 0.2), Qt::RightButton);
    QVERIFY(std::abs(driver.state.rangeEnd() - 50) < 0.3);
    QCOMPARE(driver.state.cursor(), cursor);
    driver.mouse(QEvent::MouseButtonDblClick, driver.place(0.5, 0.5), Qt::LeftButton);
    QCOMPARE(driver.state.rangeBegin(), 0.0);
    QVERIFY(driver.state.rangeEnd() >= static_cast<double>(driver.state.history().eventCount()));
}

void TestActiveMemory::bytesAreZoomedAndMoved()
{
    Driver driver;
    driver.open(training());
    const QPointF at = driver.place(0.5, 0.8);
    const double bytes = driver.canvas->place().toBytes(at.y());
    const double span = driver.canvas->place().span;
    driver.wheel(at, {0, 4}, Qt::ControlModifier);
    driver.settle();
    QVERIFY(driver.canvas->place().span < span / 2);
    QVERIFY(std::abs(driver.canvas->place().toBytes(at.y()) - bytes) < span / 1000);
    const double low = driver.canvas->place().low;
    driver.drag(driver.place(0.5, 0.3), driver.place(0.5, 0.6));
    QVERIFY(driver.canvas->place().low > low);
    const auto hit = driver.canvas->layer().at(at);
    driver.settle();
    QVERIFY(driver.canvas->layer().at(at));
    driver.mouse(QEvent::MouseButtonDblClick, at, Qt::LeftButton);
    QCOMPARE(driver.canvas->place().span, span);
    QCOMPARE(driver.canvas->place().low, 0.0);
}

void TestActiveMemory::keysDoEverything()
{
    Driver driver;
    driver.open(training());
    const double span = driver.canvas->place().span;
    QTest::keyClick(driver.canvas, Qt::Key_Up, Qt::ControlModifier);
    QVERIFY(driver.canvas->place().span < span);
    QTest::keyClick(driver.canvas, Qt::Key_PageUp);
    QVERIFY(driver.canvas->place().low > 0);
    const double width = driver.state.rangeEnd() - driver.state.rangeBegin();
    QTest::keyClick(driver.canvas, Qt::Key_W);
    QVERIFY(driver.state.rangeEnd() - driver.state.rangeBegin() < width);
    QTest::keyClick(driver.canvas, Qt::Key_F);
    QCOMPARE(driver.canvas->place().span, span);
    QCOMPARE(driver.state.rangeEnd() - driver.state.rangeBegin(), width);
    driver.state.setCursor(driver.state.history().peak(Curve::Allocated).position);
    driver.settle();
    const auto alive = driver.canvas->layer().source()->aliveAt(driver.state.cursor());
    QVERIFY(alive.size() > 3);
    for (const std::size_t wanted : {0, 1, 2}) {
        QTest::keyClick(driver.canvas, Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(driver.canvas->selected(), std::optional(alive[wanted]));
    }
    QTest::keyClick(driver.canvas, Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(driver.canvas->selected(), std::optional(alive[1]));
    QVERIFY(driver.canvas->accessibleDescription().startsWith(QStringLiteral("Selected: ")));
    QTest::keyClick(driver.canvas, Qt::Key_Escape);
    QVERIFY(!driver.canvas->selected());
    const std::size_t cursor = driver.state.cursor();
    QTest::keyClick(driver.canvas, Qt::Key_Left);
    QCOMPARE(driver.state.cursor(), cursor - 1);
}

// Till the new tiles are there the old ones stand in for them.
void TestActiveMemory::zoomedPicturesAreNeverBlank()
{
    Driver driver;
    driver.open(training());
    driver.state.setRange(100, 160);
    driver.settle();
    const QColor ground = Theme::fromPalette(driver.canvas->palette()).panel;
    const auto coloured = [&] {
        const QImage picture = driver.canvas->grab().toImage();
        int count = 0;
        for (double across = 0.05; across < 1; across += 0.1)
            count += picture.pixelColor((driver.place(across, 0.97) * picture.devicePixelRatio()).toPoint())
                    != ground
                ? 1
                : 0;
        return count;
    };
    QCOMPARE(coloured(), 10);
    for (int i = 0; i < 5; ++i) {
        driver.wheel(driver.place(0.5, 0.5), {0, 1});
        QCOMPARE(coloured(), 10); // no event of a worker was taken in between
    }
    driver.settle();
    QCOMPARE(coloured(), 10);
}

void TestActiveMemory::growingRunsAreFollowed()
{
    const Recording whole = labelledTraining();
    Recording half = whole;
    half.devices[0].events = {};
    for (std::size_t i = 0; i < whole.devices[0].events.size() / 2; ++i)
        half.devices[0].events.append(whole.devices[0].events[i]);
    Driver driver;
    driver.open(sharedRecording(half));
    driver.state.setRecording(sharedRecording(whole), true);
    QTRY_COMPARE_WITH_TIMEOUT(driver.canvas->layer().source()->grouped()->eventCount(),
        driver.state.history().eventCount(), 60'000);
    driver.settle();
    const auto hit = driver.canvas->layer().at(driver.place(0.95, 0.99));
    QVERIFY(hit && hit->moment > half.devices[0].events.size());
}

void TestActiveMemory::emptyPagesSayWhy()
{
    Driver driver;
    QCOMPARE(driver.canvas->accessibleDescription(), QStringLiteral("No recording is open."));
    driver.open(training());
    driver.state.setRecording(nullptr, false);
    QCOMPARE(driver.canvas->accessibleDescription(), QStringLiteral("No recording is open."));
    QVERIFY(!driver.canvas->layer().source());
    Recording none;
    none.devices.emplace_back();
    driver.state.setRecording(sharedRecording(none), false);
    QCOMPARE(driver.canvas->accessibleDescription(), QStringLiteral("This recording has no allocations."));
    driver.canvas->grab();
}

// Under a filter the bands are those that it holds, and their outline its curve.
void TestActiveMemory::filtersAreFollowed()
{
    Driver driver;
    FilterFollower curves(driver.state);
    driver.open(sharedRecording(trainingRecording(2)));
    MemoryFilter filter;
    filter.isLarge = false;
    driver.state.setFilter(filter);
    QTRY_VERIFY_WITH_TIMEOUT(driver.state.filteredHistory(), 60'000);
    driver.settle();
    const auto& source = driver.canvas->layer().source();
    QCOMPARE(source->part()->filter(), filter);
    QVERIFY(source->attribution().allocations.size() > 10);
    QVERIFY(source->attribution().allocations.size() < source->part()->whole->attribution.allocations.size());
    for (std::size_t position = 0; position <= driver.state.history().eventCount(); position += 97) {
        std::int64_t sum = 0;
        for (const std::uint32_t id : source->aliveAt(position))
            sum += static_cast<std::int64_t>(driver.allocation(id).bytes);
        QCOMPARE(sum, driver.state.curves().valueAt(Curve::Allocated, position));
    }
    driver.state.setFilter({});
    driver.settle();
    QVERIFY(source->part()->filter().isAll());
}

QTEST_MAIN(TestActiveMemory)
#include "tst_active_memory.moc"
