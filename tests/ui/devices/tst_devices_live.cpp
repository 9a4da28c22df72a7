// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/open_recordings.h"
#include "tests/support/test_data.h"
#include "tests/ui/devices/devices_driver.h"
#include "tests/ui/devices/ranks_recording.h"
#include "ui/window/lower_views.h"
#include "ui/window/picture.h"

#include <QComboBox>
#include <QLabel>
#include <QScrollBar>
#include <QTabBar>
#include <QtTest>
#include <filesystem>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

// Recordings that grow, recordings of many devices, and pictures to look at.
class TestDevicesLive : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followsAGrowingRecording();
    void growsWhileZoomedIn();
    void stepsGrow();
    void openedByStepsShowsEverything();
    void theTabComesAndGoes();
    void manyDevicesScroll();
    void manyDevicesAreDrawnOnlyWhereTheyShow();
    void differentRunsBeginTogether();
    void withoutTimesEventsAreTheAxis();
    void pictures_data();
    void pictures();
};

void TestDevicesLive::followsAGrowingRecording()
{
    const Recording whole = ranksRecording({4, 5, 3});
    const std::int64_t first = firstTime(whole);
    const std::int64_t last = lastTime(whole);
    DevicesDriver driver;
    driver.open(untilTime(whole, first + (last - first) / 10));
    for (int part = 2; part <= 10; ++part) {
        driver.grow(untilTime(whole, first + (last - first) * part / 10));
        QVERIFY(driver.page.range().visible() == driver.page.range().whole());
        QCOMPARE(driver.state.cursor(), driver.state.history().eventCount());
        for (const DevicesScene::Row& row : driver.scene().visible)
            QVERIFY(!row.curves.isNull());
    }
    // In the end everything is as if it had been opened at once.
    DevicesDriver other;
    other.open(untilTime(whole, last));
    const auto* sentence = driver.page.findChild<QLabel*>(QStringLiteral("outlierSentence"));
    QCOMPARE(sentence->text(), other.page.findChild<QLabel*>(QStringLiteral("outlierSentence"))->text());
    QVERIFY(sentence->text().startsWith(QStringLiteral("rank 3 reserves")));
    driver.state.setFollowsEnd(true);
    QCOMPARE(driver.scene().visible.size(), other.scene().visible.size());
    const double top = driver.scene().top;
    QVERIFY(top >= static_cast<double>(driver.page.model().highest()));
    QCOMPARE(driver.scene().contentHeight, other.scene().contentHeight);
}

void TestDevicesLive::growsWhileZoomedIn()
{
    const Recording whole = ranksRecording({3, 5});
    const std::int64_t first = firstTime(whole);
    DevicesDriver driver;
    driver.open(untilTime(whole, first + 60'000));
    driver.page.range().set({10'000, 20'000});
    driver.state.setCursor(20);
    const AxisRange before = driver.page.range().visible();
    driver.grow(untilTime(whole, first + 90'000));
    QVERIFY(driver.page.range().visible() == before);
    QCOMPARE(driver.state.cursor(), std::size_t(20));
    // Nothing of what is seen has changed, but the scale may.
    QCOMPARE(driver.scene().visible.size(), std::size_t(3));
}

void TestDevicesLive::stepsGrow()
{
    const Recording whole = ranksRecording({2, 6});
    const std::int64_t first = firstTime(whole);
    const std::int64_t last = lastTime(whole);
    DevicesDriver driver;
    driver.open(untilTime(whole, first + (last - first) / 4));
    driver.page.alignBySteps(true);
    double end = driver.page.model().alignment().end();
    for (int part = 3; part <= 10; ++part) {
        driver.grow(untilTime(whole, first + (last - first) * part / 10));
        QCOMPARE(driver.page.model().alignment().by(), AlignBy::Step);
        QVERIFY(driver.page.model().alignment().end() >= end);
        QVERIFY(driver.page.range().visible() == driver.page.range().whole());
        end = driver.page.model().alignment().end();
    }
    QVERIFY(end >= 6);
}

// Also where another recording was zoomed in, and the alignment changes before the view state has settled.
void TestDevicesLive::openedByStepsShowsEverything()
{
    DevicesDriver driver;
    driver.open(ranksRecording({2, 2}));
    driver.page.range().set({10'000, 20'000});
    QObject::connect(&driver.state, &ViewState::recordingChanged, &driver.page,
        [&driver] { driver.page.alignBySteps(true); });
    driver.open(ranksRecording({3, 4}));
    QCOMPARE(driver.page.model().alignment().by(), AlignBy::Step);
    QVERIFY(driver.page.range().visible() == driver.page.range().whole());
    driver.page.alignBySteps(false);
    QVERIFY(driver.page.range().visible() == driver.page.range().whole());
    QVERIFY(driver.state.rangeBegin() <= 0);
}

void TestDevicesLive::theTabComesAndGoes()
{
    ViewState state;
    LowerViews views(state);
    views.resize(1000, 400);
    views.show();
    QVERIFY(QTest::qWaitForWindowExposed(&views));
    const auto* tabs = views.findChild<QTabBar*>(QStringLiteral("lowerTabs"));
    const auto hasTab = [tabs] {
        for (int tab = 0; tab < tabs->count(); ++tab)
            if (tabs->tabText(tab) == QStringLiteral("Devices"))
                return true;
        return false;
    };
    const auto show = [&](Recording recording, bool grown) {
        state.setRecording(std::make_shared<const AnalyzedRecording>(analyze(std::move(recording))), grown);
    };
    const Recording whole = ranksRecording({2, 3});
    Recording first = whole;
    first.devices.resize(1);
    std::erase_if(first.annotations, [](const Annotation& each) { return each.device != 0; });
    std::erase_if(first.marks, [](const Mark& each) { return each.device != 0; });
    show(first, false);
    QVERIFY(!hasTab());
    views.showDevices();
    QCOMPARE(tabs->currentIndex(), 0);
    QVERIFY(!views.devices()->isVisible());
    show(whole, true); // the second rank begins
    QVERIFY(hasTab());
    views.showDevices();
    QVERIFY(views.devices()->isVisible());
    QCOMPARE(tabs->tabText(tabs->currentIndex()), QStringLiteral("Devices"));
    show(first, false);
    QVERIFY(!hasTab());
    QVERIFY(!views.devices()->isVisible());
    QCOMPARE(tabs->currentIndex(), 0);
}

void TestDevicesLive::manyDevicesScroll()
{
    DevicesDriver driver;
    driver.open(ranksRecording({128, 1, 77, 900u << 20, 0.001}));
    const double height = driver.scene().rowHeight;
    QVERIFY(height >= 2 * QFontMetricsF(driver.scene().font).height());
    QScrollBar* bar = driver.canvas->verticalScrollBar();
    QVERIFY(bar->isVisible() && bar->maximum() > 100 * height);
    const auto isShown = [&](std::size_t row) {
        const QPointF at = driver.place(row, 0.5);
        return !at.isNull() && driver.scene().rowAt(at.y()) == row;
    };
    driver.key(Qt::Key_End);
    QVERIFY(isShown(127) && !isShown(0));
    driver.key(Qt::Key_PageUp);
    QVERIFY(driver.canvas->currentRow() < 127 && isShown(driver.canvas->currentRow()));
    driver.key(Qt::Key_Home);
    QVERIFY(isShown(0));
    const int before = bar->value();
    driver.wheel(driver.words(1), {0, -3});
    QCOMPARE(bar->value(), before + static_cast<int>(3 * height));
    driver.state.setDeviceIndex(100);
    driver.settle();
    QVERIFY(isShown(100));
    // The outlier is first where it is looked for.
    driver.page.setOrder(DeviceOrder::PeakReserved);
    driver.key(Qt::Key_Home);
    QCOMPARE(driver.page.model().rows()[0].label, QStringLiteral("rank 77"));
    const auto* sentence = driver.page.findChild<QLabel*>(QStringLiteral("outlierSentence"));
    QVERIFY2(sentence->text().startsWith(QStringLiteral("rank 77 reserves 900 MiB"))
            && sentence->text().endsWith(QStringLiteral("more than the median of the other 127.")),
        qPrintable(sentence->text()));
    driver.click(driver.place(0, 0.5));
    QCOMPARE(driver.state.deviceIndex(), std::size_t(77));
    driver.page.grab().save(pictureFile(QStringLiteral("devices-128.png")));
}

void TestDevicesLive::manyDevicesAreDrawnOnlyWhereTheyShow()
{
    DevicesDriver driver;
    driver.open(ranksRecording({128, 1}));
    const std::size_t visible = driver.scene().visible.size();
    QVERIFY(visible > 3 && visible < 20);
    driver.canvas->verticalScrollBar()->setValue(driver.canvas->verticalScrollBar()->maximum());
    QVERIFY(driver.scene().visible.size() < 20);
    QCOMPARE(driver.scene().visible.back().row, std::size_t(127));
    QVERIFY(driver.scene().visible.back().rect.bottom() <= driver.scene().rows.bottom() + 0.5);
}

void TestDevicesLive::differentRunsBeginTogether()
{
    const std::vector<std::filesystem::path> files = {
        testDataFile(QStringLiteral("deit_tiny.pickle")).toStdString(),
        testDataFile(QStringLiteral("deit_small.pickle")).toStdString()};
    DevicesDriver driver;
    driver.open(openRecordings(files).value());
    QVERIFY(!driver.page.model().alignment().hasOneClock());
    QCOMPARE(driver.page.model().rows()[0].label, QStringLiteral("deit_tiny.pickle"));
    for (const DevicesScene::Row& row : driver.scene().visible)
        QVERIFY(!row.curves.isNull() && qAbs(row.curvesLeft - driver.scene().geometry.left) < 1);
    driver.page.grab().save(pictureFile(QStringLiteral("devices-runs.png")));
}

void TestDevicesLive::withoutTimesEventsAreTheAxis()
{
    Recording recording = ranksRecording({2, 2});
    for (Device& device : recording.devices) {
        const EventColumns events = device.events;
        device.events = {};
        for (std::size_t i = 0; i < events.size(); ++i) {
            Event event = events[i];
            event.timeUs = 0;
            device.events.append(event);
        }
    }
    DevicesDriver driver;
    driver.open(recording);
    QCOMPARE(driver.page.model().alignment().by(), AlignBy::Event);
    QCOMPARE(driver.page.findChild<QComboBox*>(QStringLiteral("alignDevices"))->currentText(),
        QStringLiteral("event"));
    driver.page.range().set({100, 200});
    QCOMPARE(driver.state.rangeBegin(), 100.0);
    QCOMPARE(driver.state.rangeEnd(), 200.0);
    driver.click(driver.place(1, 0.5));
    QCOMPARE(driver.state.cursor(), std::size_t(150));
}

void TestDevicesLive::pictures_data()
{
    QTest::addColumn<bool>("isDark");
    QTest::addColumn<bool>("bySteps");
    QTest::addColumn<int>("count");

    for (const bool isDark : {false, true}) {
        const char* name = isDark ? "dark" : "light";
        QTest::addRow("%s two", name) << isDark << false << 2;
        QTest::addRow("%s eight by time", name) << isDark << false << 8;
        QTest::addRow("%s eight by step", name) << isDark << true << 8;
    }
}

void TestDevicesLive::pictures()
{
    QFETCH(bool, isDark);
    QFETCH(bool, bySteps);
    QFETCH(int, count);
    PictureRequest request;
    request.view = PictureView::Devices;
    request.alignBySteps = bySteps;
    request.dark = isDark;
    request.title = QStringLiteral("job");
    request.size = {1400, count == 2 ? 420 : 760};
    request.position = 2000;
    auto recording =
        std::make_shared<const AnalyzedRecording>(analyze(ranksRecording({count, 8, count == 2 ? 1 : 3})));
    const QImage picture = pictureOf(recording, request).value_or(QImage());
    QCOMPARE(picture.size(), request.size);
    QCOMPARE(picture.pixelColor(picture.width() - 4, picture.height() - 4).lightness() > 128, !isDark);
    picture.save(
        pictureFile(QStringLiteral("devices-%1.png")
                        .arg(QLatin1String(QTest::currentDataTag()).toString().replace(u' ', u'-'))));
}

QTEST_MAIN(TestDevicesLive)
#include "tst_devices_live.moc"
