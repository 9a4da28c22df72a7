// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/open_recordings.h"
#include "tests/support/test_data.h"
#include "tests/ui/devices/devices_driver.h"
#include "tests/ui/devices/ranks_recording.h"
#include "tests/ui/timeline/training_recording.h"
#include "ui/details/figures.h"
#include "ui/devices/devices_readings.h"
#include "ui/timeline/curve_raster.h"

#include <QComboBox>
#include <QLabel>
#include <QScrollBar>
#include <QtTest>
#include <filesystem>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

namespace {

Recording realRanks()
{
    const std::vector<std::filesystem::path> files = {
        testDataFile(QStringLiteral("ddp_rank0.pickle")).toStdString(),
        testDataFile(QStringLiteral("ddp_rank1.pickle")).toStdString()};
    return openRecordings(files).value();
}

} // namespace

class TestDevicesPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhoStandsOut();
    void oneDeviceHasNoPage();
    void rowsHaveOneScale();
    void curvesAreThoseOfTheTimeline();
    void clickPicksAndPutsTheCursor();
    void wordsPickAtTheSameMoment();
    void wheelZoomsAtTheMouse();
    void dragMovesAndDoubleClickFits();
    void keysChooseRows();
    void keysMoveTheAxis();
    void hoverReadsEveryRow();
    void sortsByPeak();
    void alignsBySteps();
    void withoutStepsTheChoiceIsOff();
    void isSpoken();
};

void TestDevicesPage::saysWhoStandsOut()
{
    DevicesDriver driver;
    driver.open(realRanks());
    QVERIFY(driver.page.isMeaningful());
    const auto* sentence = driver.page.findChild<QLabel*>(QStringLiteral("outlierSentence"));
    QCOMPARE(sentence->text(), QStringLiteral("rank 1 reserves 104 MiB (16 %) more than rank 0."));
    const auto& rows = driver.page.model().rows();
    QCOMPARE(rows.size(), std::size_t(2));
    QCOMPARE(rows[0].label, QStringLiteral("rank 0"));
    QVERIFY(!rows[0].isOutlier && rows[1].isOutlier);
    QCOMPARE(rows[1].distance, QStringLiteral("+104 MiB (16 %)"));
    QCOMPARE(rows[0].distance, QStringLiteral("\u2212104 MiB (14 %)"));
    // Told by colour as well: a bar before the outlier's words, and none before the other's.
    const QImage picture = driver.canvas->viewport()->grab().toImage();
    const DevicesScene& scene = driver.scene();
    const auto barOf = [&](std::size_t row) {
        return picture.pixelColor(QPointF(1, driver.place(row, 0).y()).toPoint());
    };
    QCOMPARE(barOf(1), scene.theme.warning);
    QVERIFY(barOf(0) != scene.theme.warning);
}

void TestDevicesPage::oneDeviceHasNoPage()
{
    DevicesDriver driver;
    QVERIFY(!driver.page.isMeaningful());
    QSignalSpy changes(&driver.page, &DevicesPage::meaningChanged);
    driver.open(trainingRecording(2));
    QVERIFY(!driver.page.isMeaningful());
    QCOMPARE(changes.size(), 0);
    driver.open(ranksRecording({2, 2}));
    QVERIFY(driver.page.isMeaningful());
    driver.open(trainingRecording(2));
    QVERIFY(!driver.page.isMeaningful());
    QCOMPARE(changes.size(), 2);
    // Nothing to act on, nothing that fails.
    driver.click({600, 100});
    driver.wheel({600, 100}, {0, 1});
    driver.key(Qt::Key_Return);
    driver.state.setRecording(nullptr, false);
    driver.hover({600, 100});
}

void TestDevicesPage::rowsHaveOneScale()
{
    DevicesDriver driver;
    driver.open(ranksRecording({4, 4, 2}));
    const DevicesScene& scene = driver.scene();
    QCOMPARE(scene.visible.size(), std::size_t(4));
    const auto highest = static_cast<double>(driver.page.model().highest());
    QVERIFY(scene.top >= highest && scene.top < 2 * highest);
    // The peaks lie as high as their bytes say.
    const auto& devices = driver.page.model().comparison().devices;
    for (const DevicesScene::Row& row : scene.visible) {
        QVERIFY(row.peak);
        const double share = (row.plot.bottom() - row.peak->y()) / row.plot.height();
        const auto bytes = static_cast<double>(devices[row.row].peak(Curve::Reserved).bytes);
        QVERIFY(qAbs(share - bytes / scene.top) < 1e-9);
    }
    QVERIFY(scene.visible[2].peak->y() - scene.visible[2].plot.top()
        < scene.visible[1].peak->y() - scene.visible[1].plot.top());
}

// Pixel by pixel what rasterCurves() makes of the same device, time and size.
void TestDevicesPage::curvesAreThoseOfTheTimeline()
{
    DevicesDriver driver;
    driver.open(ranksRecording({3, 4, 1}));
    driver.page.range().set({40'000, 90'000});
    const DevicesScene& scene = driver.scene();
    const AnalyzedRecording& recording = *driver.state.recording();
    for (std::size_t rank = 0; rank < 3; ++rank) {
        const DevicesScene::Row& row = scene.visible[rank];
        const Device& device = recording.recording.devices[rank];
        const auto offset = static_cast<double>(
            device.events.timeUs()[0] - recording.recording.devices[0].events.timeUs()[0]);
        AxisWindow window = scene.geometry.window(scene.devicePixelRatio);
        window.begin -= offset;
        window.end -= offset;
        const auto borders = columnBorders(device, recording.histories[rank].eventCount(), window);
        CurveRasterOptions options;
        options.height = row.curves.height();
        options.top = scene.top;
        options.columns = window.columns;
        const QImage wanted =
            rasterCurves(columnSet(recording.histories[rank], borders), scene.theme, options);
        QCOMPARE(row.curves.size(), wanted.size());
        QVERIFY(
            row.curves.convertToFormat(QImage::Format_RGB32) == wanted.convertToFormat(QImage::Format_RGB32));
    }
}

void TestDevicesPage::clickPicksAndPutsTheCursor()
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

void TestDevicesPage::wordsPickAtTheSameMoment()
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

void TestDevicesPage::wheelZoomsAtTheMouse()
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

void TestDevicesPage::dragMovesAndDoubleClickFits()
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

void TestDevicesPage::keysChooseRows()
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

void TestDevicesPage::keysMoveTheAxis()
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

void TestDevicesPage::hoverReadsEveryRow()
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
    driver.hover({10, at.y()});
    QVERIFY(!driver.canvas->overlay().hover);
}

void TestDevicesPage::sortsByPeak()
{
    DevicesDriver driver;
    driver.open(ranksRecording({4, 3, 2}));
    auto* sort = driver.page.findChild<QComboBox*>(QStringLiteral("sortDevices"));
    QCOMPARE(driver.page.model().rows()[0].device, std::size_t(0));
    sort->setFocus();
    QTest::keyClick(sort, Qt::Key_Down);
    QCOMPARE(sort->currentText(), QStringLiteral("peak reserved"));
    QCOMPARE(driver.page.model().rows()[0].device, std::size_t(2));
    QCOMPARE(driver.page.model().rows()[1].device, std::size_t(0));
    driver.click(driver.place(0, 0.5));
    QCOMPARE(driver.state.deviceIndex(), std::size_t(2));
    QTest::keyClick(sort, Qt::Key_Up);
    QCOMPARE(driver.page.model().rows()[2].device, std::size_t(2));
}

void TestDevicesPage::alignsBySteps()
{
    DevicesDriver driver;
    driver.open(ranksRecording({3, 6}));
    auto* align = driver.page.findChild<QComboBox*>(QStringLiteral("alignDevices"));
    QVERIFY(align->isEnabled());
    align->setFocus();
    QTest::keyClick(align, Qt::Key_Down);
    driver.settle();
    const DevicesModel& model = driver.page.model();
    QCOMPARE(model.alignment().by(), AlignBy::Step);
    QVERIFY(model.alignment().hasStepNumbers());
    // The same step of each rank lies under that of the others, though they begin at other times.
    const Recording& recording = driver.state.recording()->recording;
    int steps = 0;
    for (const Annotation& annotation : recording.annotations) {
        if (annotation.kind != AnnotationKind::Step)
            continue;
        const Device& device = recording.devices[annotation.device];
        const double own = microsecondsSinceFirst(device, annotation.startUs);
        const double number = QString::fromUtf8(std::string(recording.strings[annotation.name]).c_str())
                                  .section(u' ', 1)
                                  .toDouble();
        QVERIFY(qAbs(model.alignment().toAxis(annotation.device, own) - number) < 1e-9);
        ++steps;
    }
    QCOMPARE(steps, 18);
    // Its range is its own.
    const double begin = driver.state.rangeBegin();
    driver.wheel(driver.place(1, 0.5), {0, 4});
    QCOMPARE(driver.state.rangeBegin(), begin);
    QVERIFY(driver.page.range().visible().width() < 4);
    driver.click(driver.place(2, 0.5));
    QCOMPARE(driver.state.deviceIndex(), std::size_t(2));
    // Back to time: the same part of the picked device.
    const AxisRange visible = driver.page.range().visible();
    const double own = model.alignment().toOwn(2, visible.begin);
    QTest::keyClick(align, Qt::Key_Up);
    driver.settle();
    QCOMPARE(model.alignment().by(), AlignBy::Time);
    QVERIFY(qAbs(model.alignment().toOwn(2, driver.page.range().visible().begin) - own) < 2);
}

void TestDevicesPage::withoutStepsTheChoiceIsOff()
{
    DevicesDriver driver;
    driver.open(realRanks());
    const auto* align = driver.page.findChild<QComboBox*>(QStringLiteral("alignDevices"));
    QVERIFY(!align->isEnabled() && !align->toolTip().isEmpty());
    driver.page.alignBySteps(true);
    QCOMPARE(driver.page.model().alignment().by(), AlignBy::Time);
    // One of them has steps: the other says that it has none.
    Recording recording = ranksRecording({2, 3});
    std::erase_if(recording.annotations, [](const Annotation& each) { return each.device == 1; });
    driver.open(recording);
    QCOMPARE(driver.page.model().alignment().by(), AlignBy::Step); // as was chosen
    const auto& visible = driver.scene().visible;
    QVERIFY(visible[0].reason.isEmpty() && !visible[0].curves.isNull());
    QVERIFY2(visible[1].reason.startsWith(QStringLiteral("no steps")), qPrintable(visible[1].reason));
    QVERIFY(visible[1].curves.isNull());
}

void TestDevicesPage::isSpoken()
{
    DevicesDriver driver;
    driver.open(realRanks());
    driver.key(Qt::Key_Down);
    QCOMPARE(driver.canvas->accessibleName(), QStringLiteral("All devices under each other"));
    QCOMPARE(driver.canvas->accessibleDescription(),
        QStringLiteral(
            "Row 2 of 2. rank 1: peaks are reserved 792,723,456 bytes, active 672,432,128 bytes, "
            "allocated 672,432,128 bytes; +104 MiB (16 %) against the median of the others. It stands "
            "out."));
    for (const char* name : {"alignDevices", "sortDevices"})
        QVERIFY(!driver.page.findChild<QComboBox*>(QLatin1String(name))->accessibleName().isEmpty());
}

QTEST_MAIN(TestDevicesPage)
#include "tst_devices_page.moc"
