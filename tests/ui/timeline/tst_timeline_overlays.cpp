// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_data.h"
#include "tests/ui/timeline/timeline_driver.h"
#include "tests/ui/timeline/training_recording.h"
#include "ui/timeline/overlay_lines.h"

#include <QSignalSpy>
#include <random>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

namespace {

// One that swings around half of what is reserved, with narrow spikes; shorter than the recording if wished.
OverlayCurve swinging(const DeviceHistory& history, OverlayRole role, std::size_t length)
{
    OverlayCurve curve;
    curve.role = role;
    curve.name = QStringLiteral("swinging");
    std::mt19937 random(7);
    for (std::size_t event = 0; event < length; ++event) {
        const std::int64_t reserved = history.curve(Curve::Reserved)[event];
        curve.values.append(random() % 500 == 0 ? reserved : reserved / 2);
    }
    return curve;
}

bool hasColour(const QImage& picture, int x, int from, int to, const QColor& colour)
{
    for (int y = from; y <= to; ++y) {
        if (picture.pixelColor(x, y) == colour)
            return true;
    }
    return false;
}

} // namespace

// Curves that are laid over the recorded ones.
class TimelineOverlaysTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void linesLieWhereTheValuesSay_data();
    void linesLieWhereTheValuesSay();
    void endWhereTheirEventsEnd();
    void scaleMakesRoom();
    void ownersKeepApart();
    void goWithTheirDevice();
    void readoutTellsTheirValue();
    void pictures_data();
    void pictures();

private:
    const DeviceHistory& history() const { return m_training->histories[0]; }

    std::shared_ptr<const AnalyzedRecording> m_training;
};

void TimelineOverlaysTest::initTestCase()
{
    m_training = analyzed(trainingRecording(8));
}

void TimelineOverlaysTest::linesLieWhereTheValuesSay_data()
{
    QTest::addColumn<OverlayRole>("role");
    QTest::addColumn<double>("begin");
    QTest::addColumn<double>("end");
    QTest::newRow("all") << OverlayRole::SimulatedReserved << 0.0 << 5000.0;
    QTest::newRow("few events") << OverlayRole::SimulatedReserved << 2000.0 << 2040.0;
    QTest::newRow("free") << OverlayRole::TotalFree << 100.0 << 3000.0;
}

void TimelineOverlaysTest::linesLieWhereTheValuesSay()
{
    QFETCH(OverlayRole, role);
    QFETCH(double, begin);
    QFETCH(double, end);
    TimelineDriver driver;
    driver.open(m_training);
    driver.state.setRange(begin, end);
    const OverlayCurve curve = swinging(history(), role, history().eventCount());
    driver.state.setOverlays(OverlayOwner::WhatIf, {curve});
    driver.settle();

    const TimelineScene& scene = driver.scene();
    const QColor colour = overlayLook(scene.theme, role).colour;
    const QImage& picture = scene.curves;
    const auto rowOf = [&](std::int64_t value) {
        return static_cast<int>(picture.height() * (1 - static_cast<double>(value) / scene.top));
    };
    const double perColumn = (end - begin) / picture.width();
    for (int x = 0; x < picture.width(); ++x) {
        // Every event of the column, looked at one by one.
        const auto first = static_cast<std::size_t>(begin + x * perColumn);
        const auto last = static_cast<std::size_t>(begin + (x + 1) * perColumn);
        for (std::size_t position = first; position <= std::min(last, history().eventCount()); ++position) {
            const int row = rowOf(curve.valueAt(position));
            QVERIFY2(
                hasColour(picture, x, std::max(0, row - 1), std::min(picture.height() - 1, row + 1), colour),
                qPrintable(QStringLiteral("column %1, position %2").arg(x).arg(position)));
        }
    }
}

void TimelineOverlaysTest::endWhereTheirEventsEnd()
{
    TimelineDriver driver;
    driver.open(m_training);
    const std::size_t half = history().eventCount() / 2;
    driver.state.setOverlays(
        OverlayOwner::WhatIf, {swinging(history(), OverlayRole::SimulatedReserved, half)});
    driver.settle();
    const TimelineScene& scene = driver.scene();
    const QColor colour = overlayLook(scene.theme, OverlayRole::SimulatedReserved).colour;
    const double ratio = scene.devicePixelRatio;
    const int end = static_cast<int>(
        (scene.geometry.toPixel(static_cast<double>(half)) - scene.rows.plot.left()) * ratio);
    const int bottom = scene.curves.height() - 1;
    QVERIFY(hasColour(scene.curves, end - 2, 0, bottom, colour));
    for (int x = end + 2; x < scene.curves.width(); ++x)
        QVERIFY(!hasColour(scene.curves, x, 0, bottom, colour));
}

void TimelineOverlaysTest::scaleMakesRoom()
{
    TimelineDriver driver;
    driver.open(m_training);
    OverlayCurve high;
    high.name = QStringLiteral("reserved, simulated");
    const std::int64_t peak = history().peak(Curve::Reserved).bytes;
    for (std::size_t event = 0; event < history().eventCount(); ++event)
        high.values.append(3 * peak);
    driver.state.setOverlays(OverlayOwner::WhatIf, {high});
    driver.settle();
    QVERIFY(driver.scene().top > 3 * static_cast<double>(peak));
}

void TimelineOverlaysTest::ownersKeepApart()
{
    ViewState state;
    state.setRecording(m_training, false);
    QSignalSpy changes(&state, &ViewState::overlaysChanged);
    const auto curve = [&](OverlayRole role) { return swinging(history(), role, 10); };
    state.setOverlays(
        OverlayOwner::WhatIf, {curve(OverlayRole::SimulatedReserved), curve(OverlayRole::SimulatedActive)});
    state.setOverlays(OverlayOwner::Fragmentation, {curve(OverlayRole::LargestFree)});
    QCOMPARE(changes.size(), 2);
    QCOMPARE(state.overlays().size(), std::size_t(3));
    state.setOverlays(OverlayOwner::WhatIf, {});
    QCOMPARE(state.overlays().size(), std::size_t(1));
    QCOMPARE(state.overlays()[0]->role, OverlayRole::LargestFree);
    state.setOverlays(OverlayOwner::WhatIf, {});
    QCOMPARE(changes.size(), 3); // nothing to take away, nothing told
}

void TimelineOverlaysTest::goWithTheirDevice()
{
    ViewState state;
    state.setRecording(m_training, false);
    state.setOverlays(OverlayOwner::WhatIf, {swinging(history(), OverlayRole::SimulatedActive, 10)});
    state.setRecording(m_training, true); // grown
    QCOMPARE(state.overlays().size(), std::size_t(1));
    state.setRecording(m_training, false);
    QVERIFY(state.overlays().empty());
}

void TimelineOverlaysTest::readoutTellsTheirValue()
{
    TimelineDriver driver;
    driver.open(m_training);
    OverlayCurve curve = swinging(history(), OverlayRole::SimulatedReserved, history().eventCount() / 2);
    curve.name = QStringLiteral("reserved, simulated");
    driver.state.setOverlays(OverlayOwner::WhatIf, {curve});
    driver.settle();
    driver.hover(driver.place(0.25));
    const auto& rows = driver.plot->overlay().readout.rows;
    QCOMPARE(rows.size(), std::size_t(4));
    QCOMPARE(rows.back().label, curve.name);
    const auto position = static_cast<std::size_t>(driver.scene().geometry.toValue(driver.place(0.25).x()));
    QString digits = rows.back().exact;
    digits.remove(QStringLiteral(" B")).remove(u',');
    QCOMPARE(digits.toLongLong(), curve.valueAt(position));

    driver.hover(driver.place(0.75)); // behind its end
    QCOMPARE(driver.plot->overlay().readout.rows.size(), std::size_t(3));
}

void TimelineOverlaysTest::pictures_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::newRow("light") << lightPalette();
    QTest::newRow("dark") << darkPalette();
}

void TimelineOverlaysTest::pictures()
{
    QFETCH(QPalette, palette);
    TimelineDriver driver({1000, 420}, palette);
    driver.open(m_training);
    std::vector<OverlayCurve> curves(4);
    const std::array names = {"reserved, simulated", "active, simulated", "free", "largest free piece"};
    for (std::size_t i = 0; i < curves.size(); ++i) {
        curves[i].role = static_cast<OverlayRole>(i);
        curves[i].name = QString::fromLatin1(names[i]);
    }
    for (std::size_t event = 0; event < history().eventCount(); ++event) {
        const std::int64_t reserved = history().curve(Curve::Reserved)[event];
        const std::int64_t active = history().curve(Curve::Active)[event];
        curves[0].values.append((reserved + active) / 2);
        curves[1].values.append(active);
        curves[2].values.append(reserved - active);
        curves[3].values.append((reserved - active) / 3);
    }
    driver.state.setOverlays(OverlayOwner::WhatIf, {curves[0], curves[1]});
    driver.state.setOverlays(OverlayOwner::Fragmentation, {curves[2], curves[3]});
    driver.settle();
    driver.hover(driver.place(0.6, 0.3));
    QVERIFY(driver.picture().save(
        pictureFile(QStringLiteral("timeline_overlays_%1.png").arg(QLatin1String(QTest::currentDataTag())))));
}

QTEST_MAIN(TimelineOverlaysTest)
#include "tst_timeline_overlays.moc"
