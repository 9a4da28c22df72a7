// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "tests/ui/timeline/timeline_driver.h"
#include "tests/ui/timeline/training_recording.h"

#include <QScreen>
#include <QSignalSpy>
#include <random>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

// What the timeline says of the place under the mouse, and of the cursor.
class TimelineHoverTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void hoverTellsTheReplay_data();
    void hoverTellsTheReplay();
    void rowsAboveTellWhatTheyShow();
    void leavingTakesTheReadoutAway();
    void nothingIsLeftBehind_data();
    void nothingIsLeftBehind();
    void descriptionTellsTheCursor();

private:
    std::shared_ptr<const AnalyzedRecording> m_training;
};

void TimelineHoverTest::initTestCase()
{
    m_training = analyzed(trainingRecording(8));
    QVERIFY(m_training->histories[0].eventCount() > 5000);
    QCOMPARE(m_training->histories[0].contradictions(), std::uint64_t(0));
}

void TimelineHoverTest::hoverTellsTheReplay_data()
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

void TimelineHoverTest::hoverTellsTheReplay()
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

void TimelineHoverTest::rowsAboveTellWhatTheyShow()
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

void TimelineHoverTest::leavingTakesTheReadoutAway()
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

void TimelineHoverTest::nothingIsLeftBehind_data()
{
    QTest::addColumn<bool>("isDragged");
    QTest::newRow("mouse and cursor") << false;
    QTest::newRow("a range is chosen") << true;
}

// Only the places that the readout, the lines and the range being chosen leave and come to are painted: on
// the screen there is what there would be if all of it were painted.
void TimelineHoverTest::nothingIsLeftBehind()
{
    QFETCH(bool, isDragged);
    TimelineDriver driver({900, 400});
    driver.open(m_training);
    driver.state.setRange(2000, 6000);
    driver.settle();
    if (isDragged)
        driver.mouse(QEvent::MouseButtonPress, driver.place(0.2), Qt::RightButton);
    QSignalSpy frames(driver.plot, &TimelinePlot::frameLaidOut);
    std::mt19937 random(31);
    const auto share = [&] { return static_cast<double>(random() % 1200) / 1000 - 0.1; };
    for (int i = 0; i < 40; ++i) {
        driver.mouse(
            QEvent::MouseMove, driver.place(share(), share()), isDragged ? Qt::RightButton : Qt::NoButton);
        if (i % 3 == 0)
            driver.state.setCursor(random() % 8000);
        driver.settle();
        // On a screen of high resolution this gives a part of it.
        const QImage shown = driver.view.screen()->grabWindow(driver.view.winId()).toImage();
        const QImage whole = driver.picture().copy(QRect({}, shown.size()));
        QCOMPARE(shown.convertToFormat(QImage::Format_RGB32), whole.convertToFormat(QImage::Format_RGB32));
    }
    QCOMPARE(frames.size(), 0);
}

void TimelineHoverTest::descriptionTellsTheCursor()
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

QTEST_MAIN(TimelineHoverTest)
#include "tst_timeline_hover.moc"
