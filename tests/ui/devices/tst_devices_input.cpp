// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"
#include "tests/ui/devices/devices_driver.h"
#include "tests/ui/devices/ranks_recording.h"
#include "ui/details/figures.h"
#include "ui/devices/devices_readings.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

// Mouse and keys on the devices page.
class TestDevicesInput : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void clickPicksAndPutsTheCursor();
    void wordsPickAtTheSameMoment();
    void wheelZoomsAtTheMouse();
    void dragMovesAndDoubleClickFits();
    void keysChooseRows();
    void keysMoveTheAxis();
    void hoverReadsEveryRow();
};

void TestDevicesInput::clickPicksAndPutsTheCursor()
{
    DevicesDriver driver;
    driver.open(ranksRecording({4, 4}));
    driver.page.range().set({30'000, 100'000});
    const AxisRange before = driver.page.range().visible();
    driver.click(driver.place(2, 0.4));
    QCOMPARE(driver.state.deviceIndex(), std::size_t(2));
    QVERIFY(driver.page.range().visible() == before); // the rows stay under the mouse
    // The cursor is where the third device was at that time of the first one's clock.
    const Device& device = driver.state.device();
    const auto first = driver.state.recording()->recording.devices[0].events.timeUs()[0];
    const auto clicked = static_cast<double>(first) + before.begin + 0.4 * before.width();
    const std::size_t cursor = driver.state.cursor();
    QVERIFY(cursor > 0 && cursor < driver.state.history().eventCount());
    QVERIFY(static_cast<double>(device.events.timeUs()[cursor - 1]) <= clicked + 1);
    QVERIFY(static_cast<double>(device.events.timeUs()[cursor]) >= clicked - 1);
    QCOMPARE(driver.canvas->overlay().pickedRow, std::size_t(2));
    QCOMPARE(driver.canvas->currentRow(), std::size_t(2));
    // The timeline shows the same time of that device.
    QVERIFY(driver.state.rangeBegin() > 0);
    driver.state.setAxis(TimeAxis::Time);
    const double shift = static_cast<double>(device.events.timeUs()[0] - first);
    driver.page.range().set(before);
    QVERIFY(isClose(driver.state.rangeBegin() + shift, before.begin, before.width()));
    QVERIFY(isClose(driver.state.rangeEnd() + shift, before.end, before.width()));
}

void TestDevicesInput::wordsPickAtTheSameMoment()
{
    DevicesDriver driver;
    driver.open(ranksRecording({3, 4}));
    driver.click(driver.place(0, 0.5));
    const auto timeOfCursor = [&] {
        return driver.state.device().events.timeUs()[driver.state.cursor() - 1];
    };
    const std::int64_t before = timeOfCursor();
    driver.click(driver.words(1));
    QCOMPARE(driver.state.deviceIndex(), std::size_t(1));
    QVERIFY(timeOfCursor() <= before);
    QVERIFY(driver.state.device().events.timeUs()[driver.state.cursor()] > before);
    // Whoever follows the newest event goes on doing so.
    driver.state.setFollowsEnd(true);
    driver.click(driver.words(2));
    QVERIFY(driver.state.followsEnd());
    QCOMPARE(driver.state.cursor(), driver.state.history().eventCount());
}

void TestDevicesInput::wheelZoomsAtTheMouse()
{
    DevicesDriver driver;
    driver.open(ranksRecording({3, 4}));
    driver.state.setAxis(TimeAxis::Time);
    const AxisRange whole = driver.page.range().visible();
    const QPointF at = driver.place(1, 0.3);
    const double anchor = driver.scene().geometry.toValue(at.x());
    driver.wheel(at, {0, 3});
    const AxisRange near = driver.page.range().visible();
    QVERIFY(near.width() < 0.6 * whole.width());
    QVERIFY(isClose(driver.scene().geometry.toValue(at.x()), anchor, whole.width()));
    // The timeline follows, and the other way round.
    QVERIFY(isClose(driver.state.rangeBegin(), near.begin, whole.width()));
    driver.state.setRange(near.begin + 1000, near.begin + 5000);
    driver.settle();
    QVERIFY(isClose(driver.page.range().visible().begin, near.begin + 1000, whole.width()));
    QVERIFY(isClose(driver.page.range().visible().end, near.begin + 5000, whole.width()));
    driver.state.fitRange();
    QVERIFY(driver.page.range().visible() == driver.page.range().whole());
    // With events as the timeline's axis, too.
    driver.wheel(at, {0, 4});
    driver.state.setAxis(TimeAxis::Events);
    const AxisRange byTime = driver.page.range().visible();
    driver.state.setRange(100, 200);
    const auto& times = driver.state.device().events.timeUs();
    const auto time = [&](std::size_t position) {
        return static_cast<double>(times[position - 1] - times[0]);
    };
    QVERIFY(driver.page.range().visible() != byTime);
    QVERIFY(isClose(driver.page.range().visible().begin, time(100), whole.width()));
    QVERIFY(isClose(driver.page.range().visible().end, time(200), whole.width()));
    // Shift moves sideways.
    driver.wheel(at, {0, -1}, Qt::ShiftModifier);
    QVERIFY(driver.page.range().visible().begin > time(100));
}

void TestDevicesInput::dragMovesAndDoubleClickFits()
{
    DevicesDriver driver;
    driver.open(ranksRecording({3, 4}));
    driver.page.range().set({40'000, 60'000});
    const std::size_t cursor = driver.state.cursor();
    const AxisRange before = driver.page.range().visible();
    driver.drag(driver.place(0, 0.6), driver.place(0, 0.35));
    const AxisRange after = driver.page.range().visible();
    QVERIFY(isClose(after.begin, before.begin + 0.25 * before.width(), before.width()));
    QVERIFY(isClose(after.width(), before.width(), before.width()));
    QCOMPARE(driver.state.deviceIndex(), std::size_t(0)); // no click
    QCOMPARE(driver.state.cursor(), cursor);
    driver.doubleClick(driver.place(1, 0.5));
    QVERIFY(driver.page.range().visible() == driver.page.range().whole());
}

void TestDevicesInput::keysChooseRows()
{
    DevicesDriver driver;
    driver.open(ranksRecording({5, 3}));
    driver.canvas->setFocus();
    driver.key(Qt::Key_Down);
    driver.key(Qt::Key_Down);
    QCOMPARE(driver.canvas->currentRow(), std::size_t(2));
    QCOMPARE(driver.state.deviceIndex(), std::size_t(0)); // only chosen
    driver.key(Qt::Key_Return);
    QCOMPARE(driver.state.deviceIndex(), std::size_t(2));
    driver.key(Qt::Key_Up);
    driver.key(Qt::Key_Enter);
    QCOMPARE(driver.state.deviceIndex(), std::size_t(1));
    driver.key(Qt::Key_End);
    QCOMPARE(driver.canvas->currentRow(), std::size_t(4));
    driver.key(Qt::Key_Down);
    QCOMPARE(driver.canvas->currentRow(), std::size_t(4));
    driver.key(Qt::Key_Home);
    driver.key(Qt::Key_Up);
    QCOMPARE(driver.canvas->currentRow(), std::size_t(0));
    // The picker of the window chooses the row as well.
    driver.state.setDeviceIndex(3);
    QCOMPARE(driver.canvas->currentRow(), std::size_t(3));
}

void TestDevicesInput::keysMoveTheAxis()
{
    DevicesDriver driver;
    driver.open(ranksRecording({2, 3}));
    const AxisRange whole = driver.page.range().whole();
    driver.key(Qt::Key_W);
    driver.key(Qt::Key_Plus);
    const AxisRange near = driver.page.range().visible();
    QVERIFY(isClose(near.width(), whole.width() / 1.25 / 1.25, whole.width()));
    driver.key(Qt::Key_A);
    QVERIFY(driver.page.range().visible().begin < near.begin);
    driver.key(Qt::Key_D);
    QVERIFY(isClose(driver.page.range().visible().begin, near.begin, whole.width()));
    driver.key(Qt::Key_Minus);
    QVERIFY(driver.page.range().visible().width() > near.width());
    driver.key(Qt::Key_F);
    QVERIFY(driver.page.range().visible() == whole);
    driver.state.setCursor(50);
    driver.key(Qt::Key_Right);
    QCOMPARE(driver.state.cursor(), std::size_t(51));
    driver.key(Qt::Key_Comma);
    QCOMPARE(driver.state.cursor(), std::size_t(50));
    driver.key(Qt::Key_L);
    QVERIFY(driver.state.followsEnd());
}

void TestDevicesInput::hoverReadsEveryRow()
{
    DevicesDriver driver;
    driver.open(realRanks());
    const QPointF at = driver.place(1, 0.7);
    driver.hover(at);
    const DevicesOverlay& overlay = driver.canvas->overlay();
    QVERIFY(overlay.hover);
    QCOMPARE(overlay.hoveredRow, std::size_t(1));
    QVERIFY(isClose(*overlay.hover, driver.scene().geometry.toValue(at.x()), 1));
    const DevicesModel& model = driver.page.model();
    const AnalyzedRecording& recording = *driver.state.recording();
    const std::int64_t first = firstTime(recording.recording);
    for (std::size_t rank = 0; rank < 2; ++rank) {
        // Event by event: the last one that is not later than the mouse.
        const auto& times = recording.recording.devices[rank].events.timeUs();
        std::size_t position = 0;
        while (position < times.size() && static_cast<double>(times[position] - first) <= *overlay.hover)
            ++position;
        const std::int64_t reserved = recording.histories[rank].valueAt(Curve::Reserved, position);
        QVERIFY(position > 0);
        const QString exact = exactReadingAt(model, model.rows()[rank], *overlay.hover);
        const QString wanted =
            QStringLiteral("reserved %1 B").arg(countText(static_cast<std::uint64_t>(reserved)));
        QVERIFY2(exact.contains(wanted), qPrintable(exact));
        QVERIFY(exact.contains(QStringLiteral("rank %1").arg(rank)));
    }
    driver.page.grab().save(pictureFile(QStringLiteral("devices-hover.png")));
    driver.hover({10, at.y()});
    QVERIFY(!driver.canvas->overlay().hover);
}

QTEST_MAIN(TestDevicesInput)
#include "tst_devices_input.moc"
