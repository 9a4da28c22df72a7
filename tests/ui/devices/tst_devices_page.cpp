// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/devices/devices_driver.h"
#include "tests/ui/devices/ranks_recording.h"
#include "tests/ui/timeline/training_recording.h"
#include "ui/timeline/curve_raster.h"

#include <QComboBox>
#include <QLabel>
#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

class TestDevicesPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhoStandsOut();
    void oneDeviceHasNoPage();
    void rowsHaveOneScale();
    void curvesAreThoseOfTheTimeline();
    void sortsByPeak();
    void alignsBySteps();
    void withoutStepsTheChoiceIsOff();
    void isSpoken();
    void filterLeavesItOfAllMemory();
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

void TestDevicesPage::filterLeavesItOfAllMemory()
{
    DevicesDriver driver;
    driver.open(ranksRecording({2, 2}));
    const auto* note = driver.page.findChild<QLabel*>(QStringLiteral("wholeMemoryNote"));
    QVERIFY(note && note->isHidden());
    driver.state.setFilter(MemoryFilter::ofPool(PoolSlot(0)));
    QVERIFY(!note->isHidden());
}

QTEST_MAIN(TestDevicesPage)
#include "tst_devices_page.moc"
