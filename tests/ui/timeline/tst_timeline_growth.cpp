// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/timeline/timeline_driver.h"
#include "tests/ui/timeline/training_recording.h"
#include "ui/axis_room.h"

#include <QSignalSpy>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

// The timeline of a recording that grows.
class TimelineGrowthTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void growsAndFollows();
    void manyGrowthsAreOneFrame();
    void lookingBackStopsFollowing();

private:
    std::shared_ptr<const AnalyzedRecording> m_training;
};

void TimelineGrowthTest::initTestCase()
{
    m_training = analyzed(trainingRecording(8));
    QVERIFY(m_training->histories[0].eventCount() > 5000);
    QCOMPARE(m_training->histories[0].contradictions(), std::uint64_t(0));
}

void TimelineGrowthTest::growsAndFollows()
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

void TimelineGrowthTest::manyGrowthsAreOneFrame()
{
    TimelineDriver driver;
    driver.open(analyzed(firstEvents(m_training->recording, 500)));
    std::vector<std::shared_ptr<const AnalyzedRecording>> grown;
    for (std::size_t events = 600; events < 1600; events += 100)
        grown.push_back(analyzed(firstEvents(m_training->recording, events)));
    QSignalSpy frames(driver.plot, &TimelinePlot::frameLaidOut);
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

void TimelineGrowthTest::lookingBackStopsFollowing()
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

QTEST_MAIN(TimelineGrowthTest)
#include "tst_timeline_growth.moc"
