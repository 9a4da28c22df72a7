// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "tests/ui/timeline/timeline_driver.h"
#include "tests/ui/timeline/training_recording.h"

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

// The timeline as a widget: what lies where, and what is seen.
class TimelineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void curvesLieOnTheirAxes_data();
    void curvesLieOnTheirAxes();
    void nothingOpenIsCalm();
    void spikeNarrowerThanAPixelIsSeen();
    void lastEventHasWidth();
    void themeFollowsThePalette();

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

QTEST_MAIN(TimelineTest)
#include "tst_timeline.moc"
