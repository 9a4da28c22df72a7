// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/timeline/timeline_driver.h"
#include "tests/ui/timeline/training_recording.h"
#include "ui/axis_room.h"

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

// The timeline driven by mouse and keyboard.
class TimelineGesturesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void clickSetsTheCursor();
    void dragMovesTheRange();
    void shiftOrRightDragChoosesARange();
    void doubleClickShowsEverything();
    void wheelZoomsAtTheMouse();
    void overviewMovesAndResizes();
    void keys_data();
    void keys();
    void cursorStaysInView();

private:
    std::shared_ptr<const AnalyzedRecording> m_training;
};

void TimelineGesturesTest::initTestCase()
{
    m_training = analyzed(trainingRecording(8));
    QVERIFY(m_training->histories[0].eventCount() > 5000);
    QCOMPARE(m_training->histories[0].contradictions(), std::uint64_t(0));
}

void TimelineGesturesTest::clickSetsTheCursor()
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

void TimelineGesturesTest::dragMovesTheRange()
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

void TimelineGesturesTest::shiftOrRightDragChoosesARange()
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

void TimelineGesturesTest::doubleClickShowsEverything()
{
    TimelineDriver driver;
    driver.open(m_training);
    driver.state.setRange(100, 200);
    driver.mouse(QEvent::MouseButtonDblClick, driver.place(0.5), Qt::LeftButton);
    QCOMPARE(driver.state.rangeBegin(), 0.0);
    QCOMPARE(driver.state.rangeEnd(), static_cast<double>(driver.state.history().eventCount()) * axisReach);
}

void TimelineGesturesTest::wheelZoomsAtTheMouse()
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

void TimelineGesturesTest::overviewMovesAndResizes()
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

void TimelineGesturesTest::keys_data()
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

void TimelineGesturesTest::keys()
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

void TimelineGesturesTest::cursorStaysInView()
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

QTEST_MAIN(TimelineGesturesTest)
#include "tst_timeline_gestures.moc"
