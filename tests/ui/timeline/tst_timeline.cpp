// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "tests/support/test_data.h"
#include "tests/ui/timeline/timeline_driver.h"
#include "tests/ui/timeline/training_recording.h"
#include "ui/axis_room.h"

#include <QSignalSpy>
#include <random>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

// The timeline as a widget, driven by mouse and keyboard.
class TimelineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void curvesLieOnTheirAxes_data();
    void curvesLieOnTheirAxes();
    void nothingOpenIsCalm();

    void clickSetsTheCursor();
    void dragMovesTheRange();
    void shiftOrRightDragChoosesARange();
    void doubleClickShowsEverything();
    void wheelZoomsAtTheMouse();
    void overviewMovesAndResizes();
    void keys_data();
    void keys();
    void cursorStaysInView();

    void hoverTellsTheReplay_data();
    void hoverTellsTheReplay();
    void rowsAboveTellWhatTheyShow();
    void leavingTakesTheReadoutAway();
    void descriptionTellsTheCursor();

    void spikeNarrowerThanAPixelIsSeen();
    void lastEventHasWidth();
    void growsAndFollows();
    void manyGrowthsAreOneFrame();
    void lookingBackStopsFollowing();
    void themeFollowsThePalette();

    void picturesOfLongAndShort();
    void pictures_data();
    void pictures();

private:
    std::shared_ptr<const AnalyzedRecording> m_training;
};

void TimelineTest::initTestCase()
{
    m_training = analyzed(trainingRecording(8));
    QVERIFY(m_training->histories[0].eventCount() > 5000);
    QCOMPARE(m_training->histories[0].contradictions(), std::uint64_t(0));
}

void TimelineTest::curvesLieOnTheirAxes_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("wide") << QSize(1400, 500);
    QTest::newRow("small") << QSize(701, 299);
    QTest::newRow("low") << QSize(400, 150);
}

void TimelineTest::curvesLieOnTheirAxes()
{
    QFETCH(QSize, size);
    TimelineDriver driver(size);
    driver.open(m_training);
    QCOMPARE(driver.plot->axisRect()->rect(), driver.scene().rows.plot.toRect());
    QCOMPARE(driver.plot->xAxis->range().upper, driver.state.rangeEnd());
    QCOMPARE(driver.plot->yAxis->range().lower, 0.0);
    const std::int64_t peak = m_training->histories[0].peak(Curve::Reserved).bytes;
    QVERIFY(driver.plot->yAxis->range().upper > static_cast<double>(peak));
    QCOMPARE(driver.view.plotLeft(), driver.plot->axisRect()->left());
}

void TimelineTest::nothingOpenIsCalm()
{
    TimelineDriver driver;
    driver.hover(driver.place(0.5));
    driver.click(driver.place(0.5));
    driver.wheel(driver.place(0.5), {0, 1});
    for (const Qt::Key key : {Qt::Key_Left, Qt::Key_End, Qt::Key_F, Qt::Key_L, Qt::Key_Plus})
        driver.key(key);
    QVERIFY(driver.plot->overlay().readout.isEmpty());
    QCOMPARE(driver.plot->accessibleDescription(), QStringLiteral("No recording is open."));
    driver.open(m_training);
    driver.state.setRecording(nullptr, false);
    driver.settle();
    QVERIFY(!driver.scene().hasDevice);
}

void TimelineTest::clickSetsTheCursor()
{
    TimelineDriver driver;
    driver.open(m_training);
    const QPointF at = driver.place(0.37);
    const double value = driver.scene().geometry.toValue(at.x());
    driver.click(at);
    QCOMPARE(driver.state.cursor(), static_cast<std::size_t>(value));
    const QColor onLine = TimelineDriver::colour(driver.picture(), QPointF(std::floor(at.x()), at.y()));
    QCOMPARE(onLine, driver.scene().theme.cursor);
}

void TimelineTest::dragMovesTheRange()
{
    TimelineDriver driver;
    driver.open(m_training);
    driver.state.setRange(2000, 4000);
    driver.settle();
    const std::size_t cursor = driver.state.cursor();
    driver.drag(driver.place(0.75), driver.place(0.25));
    QVERIFY(std::abs(driver.state.rangeBegin() - 3000) < 1);
    QVERIFY(std::abs(driver.state.rangeEnd() - 5000) < 1);
    QCOMPARE(driver.state.cursor(), cursor); // a drag is no click
    driver.drag(driver.place(0.1), driver.place(0.9));
    driver.drag(driver.place(0.1), driver.place(0.9));
    driver.drag(driver.place(0.1), driver.place(0.9));
    QCOMPARE(driver.state.rangeBegin(), 0.0);
    QVERIFY(std::abs(driver.state.rangeEnd() - 2000) < 1);
}

void TimelineTest::shiftOrRightDragChoosesARange()
{
    for (const bool isRight : {false, true}) {
        TimelineDriver driver;
        driver.open(m_training);
        const Qt::MouseButton button = isRight ? Qt::RightButton : Qt::LeftButton;
        const Qt::KeyboardModifiers modifiers = isRight ? Qt::NoModifier : Qt::ShiftModifier;
        const double begin = driver.scene().geometry.toValue(driver.place(0.25).x());
        const double end = driver.scene().geometry.toValue(driver.place(0.75).x());
        driver.mouse(QEvent::MouseButtonPress, driver.place(0.75), button, modifiers);
        driver.mouse(QEvent::MouseMove, driver.place(0.25), button, modifiers);
        driver.settle();
        QVERIFY(driver.plot->overlay().rubberBand.has_value());
        QVERIFY(driver.plot->overlay().readout.title.contains(QStringLiteral("events")));
        driver.mouse(QEvent::MouseButtonRelease, driver.place(0.25), button, modifiers);
        driver.settle();
        QVERIFY(!driver.plot->overlay().rubberBand.has_value());
        QVERIFY(std::abs(driver.state.rangeBegin() - begin) < 1e-6);
        QVERIFY(std::abs(driver.state.rangeEnd() - end) < 1e-6);
    }
}

void TimelineTest::doubleClickShowsEverything()
{
    TimelineDriver driver;
    driver.open(m_training);
    driver.state.setRange(100, 200);
    driver.mouse(QEvent::MouseButtonDblClick, driver.place(0.5), Qt::LeftButton);
    QCOMPARE(driver.state.rangeBegin(), 0.0);
    QCOMPARE(driver.state.rangeEnd(), static_cast<double>(driver.state.history().eventCount()) * axisReach);
}

void TimelineTest::wheelZoomsAtTheMouse()
{
    TimelineDriver driver;
    driver.open(m_training);
    const QPointF at = driver.place(0.3);
    const double anchor = driver.scene().geometry.toValue(at.x());
    const double width = driver.state.rangeEnd() - driver.state.rangeBegin();
    driver.wheel(at, {0, 3});
    QVERIFY(driver.state.rangeEnd() - driver.state.rangeBegin() < width * 0.6);
    QVERIFY(std::abs(driver.scene().geometry.toValue(at.x()) - anchor) < 1e-6 * width);
    const double begin = driver.state.rangeBegin();
    driver.wheel(at, {-2, 0});
    QVERIFY(driver.state.rangeBegin() > begin);
    for (int i = 0; i < 100; ++i)
        driver.wheel(at, {0, 2});
    QVERIFY(driver.state.rangeEnd() - driver.state.rangeBegin() >= 1);
    for (int i = 0; i < 100; ++i)
        driver.wheel(at, {0, -2});
    QCOMPARE(driver.state.rangeEnd() - driver.state.rangeBegin(), width);
}

void TimelineTest::overviewMovesAndResizes()
{
    TimelineDriver driver;
    driver.open(m_training);
    driver.state.setRange(2000, 4000);
    driver.settle();
    const double y = driver.scene().rows.overview.center().y();
    const auto at = [&](double value) { return QPointF(driver.scene().overview.toPixel(value), y); };
    driver.drag(at(3000), at(5000));
    QVERIFY(std::abs(driver.state.rangeBegin() - 4000) < 1);
    driver.drag(at(6000), at(7000)); // the right edge
    QVERIFY(std::abs(driver.state.rangeBegin() - 4000) < 1);
    QVERIFY(std::abs(driver.state.rangeEnd() - 7000) < 1);
    driver.drag(at(4000), at(3500)); // the left one
    QVERIFY(std::abs(driver.state.rangeBegin() - 3500) < 1);
    driver.click(at(1000)); // outside: the window comes here
    QVERIFY(driver.state.rangeBegin() < 1000 && driver.state.rangeEnd() > 1000);
    QVERIFY(std::abs(driver.state.rangeEnd() - driver.state.rangeBegin() - 3500) < 1);
}

void TimelineTest::keys_data()
{
    QTest::addColumn<Qt::Key>("key");
    QTest::addColumn<int>("modifiers");
    QTest::addColumn<qint64>("cursor");
    QTest::addColumn<double>("begin");
    QTest::addColumn<double>("end");
    const int none = Qt::NoModifier;
    const double all = static_cast<double>(analyzed(trainingRecording(8))->histories[0].eventCount());
    QTest::newRow("right") << Qt::Key_Right << none << qint64(3001) << 2000.0 << 4000.0;
    QTest::newRow("left") << Qt::Key_Left << none << qint64(2999) << 2000.0 << 4000.0;
    QTest::newRow("period") << Qt::Key_Period << none << qint64(3001) << 2000.0 << 4000.0;
    QTest::newRow("comma") << Qt::Key_Comma << none << qint64(2999) << 2000.0 << 4000.0;
    QTest::newRow("shift right") << Qt::Key_Right << int(Qt::ShiftModifier) << qint64(3010) << 2000.0
                                 << 4000.0;
    QTest::newRow("ctrl left") << Qt::Key_Left << int(Qt::ControlModifier) << qint64(2900) << 2000.0
                               << 4000.0;
    QTest::newRow("home") << Qt::Key_Home << none << qint64(0) << 0.0 << 2000.0;
    QTest::newRow("end") << Qt::Key_End << none << qint64(all) << all - 1960 << all + 40;
    QTest::newRow("plus") << Qt::Key_Plus << none << qint64(3000) << 2200.0 << 3800.0;
    QTest::newRow("minus") << Qt::Key_Minus << none << qint64(3000) << 1750.0 << 4250.0;
    QTest::newRow("w") << Qt::Key_W << none << qint64(3000) << 2200.0 << 3800.0;
    QTest::newRow("s") << Qt::Key_S << none << qint64(3000) << 1750.0 << 4250.0;
    QTest::newRow("a") << Qt::Key_A << none << qint64(3000) << 1800.0 << 3800.0;
    QTest::newRow("d") << Qt::Key_D << none << qint64(3000) << 2200.0 << 4200.0;
    QTest::newRow("f") << Qt::Key_F << none << qint64(3000) << 0.0 << all * axisReach;
    QTest::newRow("ctrl f is not ours")
        << Qt::Key_F << int(Qt::ControlModifier) << qint64(3000) << 2000.0 << 4000.0;
}

void TimelineTest::keys()
{
    QFETCH(Qt::Key, key);
    QFETCH(int, modifiers);
    QFETCH(qint64, cursor);
    QFETCH(double, begin);
    QFETCH(double, end);
    TimelineDriver driver;
    driver.open(m_training);
    driver.state.setCursor(3000);
    driver.state.setRange(2000, 4000);
    driver.key(key, Qt::KeyboardModifiers(modifiers));
    QCOMPARE(static_cast<qint64>(driver.state.cursor()), cursor);
    QVERIFY(std::abs(driver.state.rangeBegin() - begin) < 1e-6);
    QVERIFY(std::abs(driver.state.rangeEnd() - end) < 1e-6);
}

void TimelineTest::cursorStaysInView()
{
    TimelineDriver driver;
    driver.open(m_training);
    driver.state.setRange(2000, 2100);
    driver.state.setCursor(2095);
    for (int i = 0; i < 20; ++i) {
        driver.key(Qt::Key_Right, Qt::ShiftModifier);
        const auto cursor = static_cast<double>(driver.state.cursor());
        QVERIFY(cursor >= driver.state.rangeBegin() && cursor <= driver.state.rangeEnd());
    }
    QCOMPARE(driver.state.cursor(), std::size_t(2295));
}

void TimelineTest::hoverTellsTheReplay_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("isTime");
    QTest::newRow("training, events") << QString() << false;
    QTest::newRow("training, time") << QString() << true;
    QTest::newRow("vary, events") << QStringLiteral("vary.pickle") << false;
    QTest::newRow("vgg, time") << QStringLiteral("vgg.pickle") << true;
    QTest::newRow("record_stream, events") << QStringLiteral("record_stream.pickle") << false;
    QTest::newRow("wrapped, time") << QStringLiteral("wrapped.pickle") << true;
}

void TimelineTest::hoverTellsTheReplay()
{
    QFETCH(QString, file);
    QFETCH(bool, isTime);
    TimelineDriver driver;
    driver.open(file.isEmpty() ? m_training : analyzed(fileRecording(file)));
    driver.state.setAxis(isTime ? TimeAxis::Time : TimeAxis::Events);
    driver.settle();
    const Device& device = driver.state.device();
    std::mt19937 random(29);
    for (int i = 0; i < 60; ++i) {
        if (i % 10 == 9)
            driver.wheel(driver.place(0.4), {0, 4});
        const QPointF at = driver.place(static_cast<double>(random() % 1000) / 1000);
        driver.hover(at);
        const double value = driver.scene().geometry.toValue(at.x());
        // The last position whose place on the axis is not behind the mouse, found one by one.
        std::size_t position = 0;
        while (position < device.events.size()
            && (isTime ? static_cast<double>(device.events.timeUs()[position] - device.events.timeUs()[0])
                       : static_cast<double>(position + 1))
                <= value)
            ++position;
        const Level level = driver.state.history().levelAt(device, position);
        const Readout& readout = driver.plot->overlay().readout;
        QCOMPARE(readout.rows.size(), std::size_t(3));
        const auto exact = [](std::int64_t bytes) {
            return QString::fromStdString(formatExact(bytes)) + QStringLiteral(" B");
        };
        QCOMPARE(readout.rows[0].exact, exact(level.reservedBytes));
        QCOMPARE(readout.rows[1].exact, exact(level.activeBytes));
        QCOMPARE(readout.rows[2].exact, exact(level.allocatedBytes));
        QCOMPARE(readout.rows[2].figure, megabytesText(level.allocatedBytes, ByteUnits::Binary));
        const std::size_t cursor = driver.state.cursor();
        const QString distance = readout.lines.join(u'|');
        const std::int64_t more =
            level.reservedBytes - driver.state.history().levelAt(device, cursor).reservedBytes;
        const QString change = (more < 0 ? QStringLiteral("\u2212") : QStringLiteral("+"))
            + megabytesText(std::abs(more), ByteUnits::Binary) + QStringLiteral(", allocated");
        QCOMPARE(distance.contains(QStringLiteral("the cursor")), position != cursor);
        QVERIFY2(position == cursor || distance.contains(change), qPrintable(distance));
        QCOMPARE(distance.contains(QStringLiteral("before the cursor")), position < cursor);
        QVERIFY(position == 0
            || readout.title.startsWith(
                QStringLiteral("event %1 of")
                    .arg(QString::fromStdString(formatExact(static_cast<std::int64_t>(position))))));
    }
}

void TimelineTest::rowsAboveTellWhatTheyShow()
{
    TimelineDriver driver({1400, 500});
    driver.open(m_training);
    const TimelineScene& scene = driver.scene();
    const auto at = [&](double value, const QRectF& row) {
        return QPointF(scene.geometry.toPixel(value), row.center().y());
    };
    const Annotation& phase = m_training->recording.annotations[5]; // step 1's forward
    driver.hover(at(static_cast<double>(phase.startEvent) + 20, scene.rows.bands));
    QCOMPARE(driver.plot->overlay().readout.title, QStringLiteral("step 1 \u203a forward"));
    const Mark& emptied = m_training->recording.marks[1];
    driver.hover(at(static_cast<double>(emptied.event), scene.rows.marks));
    QVERIFY(driver.plot->overlay().readout.lines[0].startsWith(QStringLiteral("empty_cache")));
    driver.hover(at(static_cast<double>(emptied.event) - 3, scene.rows.segments));
    QVERIFY(driver.plot->overlay().readout.lines.join(u' ').contains(QStringLiteral("back to the driver")));
    driver.hover(at(static_cast<double>(emptied.event) - 20, scene.rows.overview));
    QVERIFY(driver.plot->overlay().readout.isEmpty());
}

void TimelineTest::leavingTakesTheReadoutAway()
{
    TimelineDriver driver;
    driver.open(m_training);
    driver.hover(driver.place(0.5));
    QVERIFY(driver.plot->overlay().hoverX.has_value());
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(driver.plot, &leave);
    driver.settle();
    QVERIFY(!driver.plot->overlay().hoverX.has_value());
    QVERIFY(driver.plot->overlay().readout.isEmpty());
}

void TimelineTest::descriptionTellsTheCursor()
{
    TimelineDriver driver;
    driver.open(m_training);
    driver.state.setCursor(1234);
    const Level level = driver.state.history().levelAt(driver.state.device(), 1234);
    const QString text = driver.plot->accessibleDescription();
    QVERIFY(text.startsWith(QStringLiteral("Event 1,234 of ")));
    QVERIFY(text.contains(
        QStringLiteral("Reserved %1 bytes").arg(QString::fromStdString(formatExact(level.reservedBytes)))));
    QVERIFY(!driver.plot->accessibleName().isEmpty());
}

void TimelineTest::spikeNarrowerThanAPixelIsSeen()
{
    const auto mib = static_cast<std::int64_t>(mebibyte);
    std::vector<std::int64_t> levels;
    for (int i = 0; i < 50000; ++i) {
        levels.push_back(101 * mib);
        levels.push_back(100 * mib);
        if (i == 20000) {
            levels.push_back(8000 * mib);
            levels.push_back(100 * mib);
        }
    }
    TimelineDriver driver;
    driver.open(analyzed(recordingOfLevels(levels)));
    const auto peak = driver.state.history().peak(Curve::Allocated);
    QCOMPARE(peak.bytes, 8000 * mib);
    const TimelineScene& scene = driver.scene();
    // The spike's one event ends the column that it is in, or begins the next.
    const double x = std::floor(scene.geometry.toPixel(static_cast<double>(peak.position)));
    const double y = scene.rows.plot.bottom() - scene.rows.plot.height() * 4000.0 * mebibyte / scene.top;
    const QImage picture = driver.picture();
    int found = 0;
    for (const double shift : {-1.0, 0.0, 1.0})
        found += TimelineDriver::colour(picture, {x + shift, y}) == scene.theme.allocated;
    QCOMPARE(found, 1);
    QVERIFY(TimelineDriver::colour(picture, {x + 30, y}) != scene.theme.allocated);
}

// What the very last event did is seen: reserved stands lower behind it than before it.
void TimelineTest::lastEventHasWidth()
{
    const Mark& emptied = m_training->recording.marks[1];
    TimelineDriver driver;
    driver.open(analyzed(firstEvents(m_training->recording, emptied.event)));
    const TimelineScene& scene = driver.scene();
    const double end = scene.geometry.toPixel(static_cast<double>(emptied.event));
    QVERIFY(scene.rows.plot.right() - end > 10);
    const DeviceHistory& history = driver.state.history();
    const auto lastReserved = static_cast<double>(history.valueAt(Curve::Reserved, emptied.event));
    const double y = scene.rows.plot.bottom() - lastReserved / scene.top * scene.rows.plot.height();
    const QImage picture = driver.plot->grab().toImage();
    bool found = false;
    for (int dy = -2; dy <= 2; ++dy)
        found = found || TimelineDriver::colour(picture, {end + 6, y + dy}) == scene.theme.reserved;
    QVERIFY(found);
}

void TimelineTest::growsAndFollows()
{
    TimelineDriver driver;
    driver.open(analyzed(firstEvents(m_training->recording, 500)));
    double before = driver.state.rangeEnd();
    for (std::size_t events = 1000; events < 9000; events += 1000) {
        driver.state.setRecording(analyzed(firstEvents(m_training->recording, events)), true);
        driver.settle();
        QVERIFY(driver.state.rangeEnd() > before);
        before = driver.state.rangeEnd();
        QCOMPARE(driver.plot->overlay().cursor, static_cast<double>(events));
        QCOMPARE(driver.plot->xAxis->range().upper, static_cast<double>(events) * axisReach);
        QCOMPARE(driver.plot->yAxis->range().lower, 0.0);
    }
    QVERIFY(!driver.scene().rows.marks.isEmpty()); // the empty_cache came on the way
}

void TimelineTest::manyGrowthsAreOneFrame()
{
    TimelineDriver driver;
    driver.open(analyzed(firstEvents(m_training->recording, 500)));
    std::vector<std::shared_ptr<const AnalyzedRecording>> grown;
    for (std::size_t events = 600; events < 1600; events += 100)
        grown.push_back(analyzed(firstEvents(m_training->recording, events)));
    QSignalSpy frames(driver.plot, &QCustomPlot::afterReplot);
    for (const auto& recording : grown)
        driver.state.setRecording(recording, true);
    driver.settle();
    QCOMPARE(frames.size(), 1);
    QCOMPARE(driver.scene().axisEnd, 1500.0);
    driver.hover(driver.place(0.5)); // what follows the mouse draws no new frame
    driver.state.setCursor(700);
    driver.settle();
    QCOMPARE(frames.size(), 1);
}

void TimelineTest::lookingBackStopsFollowing()
{
    TimelineDriver driver;
    driver.open(analyzed(firstEvents(m_training->recording, 4000)));
    driver.state.setRange(3000, 4000);
    driver.settle();
    QVERIFY(driver.state.followsEnd());
    driver.drag(driver.place(0.2), driver.place(0.7));
    QVERIFY(!driver.state.followsEnd());
    const double begin = driver.state.rangeBegin();
    driver.state.setRecording(analyzed(firstEvents(m_training->recording, 5000)), true);
    driver.settle();
    QCOMPARE(driver.state.rangeBegin(), begin);
    driver.key(Qt::Key_L);
    QVERIFY(driver.state.followsEnd());
    QVERIFY(driver.state.rangeEnd() > 5000.0); // with room behind the last event
    QCOMPARE(driver.state.cursor(), std::size_t(5000));
    driver.key(Qt::Key_L);
    QVERIFY(!driver.state.followsEnd());
}

void TimelineTest::themeFollowsThePalette()
{
    TimelineDriver driver;
    driver.open(m_training);
    const QPointF empty = driver.scene().rows.legend.topRight() + QPointF(-4, 4);
    QCOMPARE(TimelineDriver::colour(driver.picture(), empty), lightPalette().color(QPalette::Base));
    driver.view.setPalette(darkPalette());
    driver.settle();
    const QImage picture = driver.picture();
    QCOMPARE(TimelineDriver::colour(picture, empty), darkPalette().color(QPalette::Base));
    QCOMPARE(TimelineDriver::colour(picture, {2, 2}), darkPalette().color(QPalette::Window));
    QVERIFY(driver.scene().theme.isDark);
}

// A training of many steps, and one that has just begun.
void TimelineTest::picturesOfLongAndShort()
{
    TimelineDriver driver({700, 300});
    driver.open(analyzed(trainingRecording(700)));
    QVERIFY(driver.picture().save(pictureFile(QStringLiteral("timeline-long.png"))));
    QVERIFY(driver.scene().bands.size() < 10); // crowds, not dust
    driver.view.setPalette(darkPalette());
    driver.state.fitRange();
    for (const std::size_t events : {30, 90, 250}) {
        driver.state.setRecording(analyzed(firstEvents(m_training->recording, events)), events > 30);
        driver.settle();
    }
    driver.hover(driver.place(0.9, 0.5));
    QVERIFY(driver.picture().save(pictureFile(QStringLiteral("timeline-live.png"))));
}

void TimelineTest::pictures_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<bool>("isDark");
    QTest::addColumn<bool>("isTime");
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("begin");
    QTest::addColumn<double>("end");
    const QSize large(1400, 500);
    const QSize small(700, 300);
    QTest::newRow("light") << QString() << false << false << large << 0.0 << 1.0;
    QTest::newRow("dark") << QString() << true << false << large << 0.0 << 1.0;
    QTest::newRow("light-small") << QString() << false << true << small << 0.0 << 1.0;
    QTest::newRow("dark-small") << QString() << true << true << small << 0.0 << 1.0;
    QTest::newRow("light-zoomed") << QString() << false << true << large << 0.52 << 0.56;
    QTest::newRow("dark-zoomed") << QString() << true << false << large << 0.535 << 0.538;
    const auto file = [](const char* name) { return QString::fromLatin1(name) + QStringLiteral(".pickle"); };
    for (const char* name :
        {"vary", "vgg", "record_stream", "annotations", "oom", "split_gc", "rand_streams"})
        QTest::addRow("%s", name) << file(name) << false << false << large << 0.0 << 1.0;
    QTest::newRow("annotations-dark-small") << file("annotations") << true << true << small << 0.0 << 1.0;
}

void TimelineTest::pictures()
{
    QFETCH(QString, file);
    QFETCH(bool, isDark);
    QFETCH(bool, isTime);
    QFETCH(QSize, size);
    QFETCH(double, begin);
    QFETCH(double, end);
    TimelineDriver driver(size, isDark ? darkPalette() : lightPalette());
    driver.open(file.isEmpty() ? m_training : analyzed(fileRecording(file)));
    if (isTime)
        driver.state.setAxis(TimeAxis::Time);
    const double width = driver.state.rangeEnd();
    driver.state.setCursor(driver.state.history().eventCount() * 27 / 50);
    driver.state.setRange(width * begin, width * end);
    driver.settle();
    driver.hover(driver.place(0.35, 0.4));
    const QString name = QStringLiteral("timeline-%1.png").arg(QLatin1String(QTest::currentDataTag()));
    QVERIFY(driver.picture().save(pictureFile(name)));
}

QTEST_MAIN(TimelineTest)
#include "tst_timeline.moc"
