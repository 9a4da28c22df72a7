// SPDX-License-Identifier: GPL-3.0-or-later
// The driver's view among the timeline's curves.
#include "tests/support/test_data.h"
#include "tests/ui/timeline/timeline_driver.h"
#include "tests/ui/timeline/training_recording.h"
#include "ui/timeline/driver_layer.h"

#include <random>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

namespace {

constexpr std::int64_t mebi = 1024 * 1024;

struct Around {
    std::int64_t outside = 0; // bytes of the process beyond reserved; -1: the process is not told
    std::int64_t others = 0;
};

// Asked every 97 events from event `first` on; now and then a library takes something.
void addDriver(Device& device, const DeviceHistory& history, const Around& around, std::size_t first)
{
    const Pyramid& reserved = history.curve(Curve::Reserved);
    std::int64_t more = 0;
    for (std::size_t position = first; position <= history.eventCount(); position += 97) {
        more += position % 7 == 0 ? 3 * mebi : 0;
        const std::int64_t now = position == 0 ? 0 : reserved[position - 1];
        DriverSample sample;
        sample.timeUs = position == 0 ? 0 : device.events.timeUs()[position - 1];
        sample.event = position;
        sample.used = now + std::max<std::int64_t>(around.outside, 0) + more + around.others;
        if (around.outside >= 0) {
            sample.processUsed = now + around.outside + more;
            sample.processSource = ProcessMemorySource::ProcessId;
        }
        device.driver.push_back(sample);
    }
}

std::shared_ptr<const AnalyzedRecording> withDriver(
    Recording recording, const Around& around, double capacities, std::size_t first = 0)
{
    const AnalyzedRecording plain = analyze(recording);
    const std::int64_t peak = plain.histories[0].peak(Curve::Reserved).bytes;
    recording.devices[0].capacity = static_cast<std::uint64_t>(capacities * static_cast<double>(peak));
    addDriver(recording.devices[0], plain.histories[0], around, first);
    return analyzed(std::move(recording));
}

QStringList legendOf(const TimelineScene& scene)
{
    QStringList names;
    for (const TimelineScene::Overlay& overlay : scene.overlays)
        names << overlay.name;
    return names;
}

bool hasColour(const QImage& picture, int x, int from, int to, const QColor& colour)
{
    for (int y = std::max(0, from); y <= std::min(to, picture.height() - 1); ++y) {
        if (picture.pixelColor(x, y) == colour)
            return true;
    }
    return false;
}

int pixelsOf(const QImage& picture, const QColor& colour)
{
    int count = 0;
    for (int x = 0; x < picture.width(); ++x)
        for (int y = 0; y < picture.height(); ++y)
            count += picture.pixelColor(x, y) == colour ? 1 : 0;
    return count;
}

// The step that holds at a position, one by one.
const DriverStep* stepAt(const std::vector<DriverStep>& steps, std::size_t position)
{
    const DriverStep* found = nullptr;
    for (const DriverStep& step : steps)
        found = step.position <= position ? &step : found;
    return found;
}

} // namespace

class TimelineDriverTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void columnsHoldEveryValue_data();
    void columnsHoldEveryValue();
    void theLineLiesWhereTheValuesSay();
    void whatLiesOutsideIsHatched();
    void nothingBeforeTheFirstSample();
    void absentWithoutSamples();
    void withoutTheProcessTheDeviceIsShown();
    void switchedOffItIsGone();
    void capacity_data();
    void capacity();
    void readoutTellsTheFigures();
    void growsWithTheRecording();
    void pictures_data();
    void pictures();

private:
    Recording m_training;
    std::shared_ptr<const AnalyzedRecording> m_plain;
    Around m_around;
};

void TimelineDriverTest::initTestCase()
{
    m_training = trainingRecording(8);
    m_plain = analyzed(m_training);
    const std::int64_t peak = m_plain->histories[0].peak(Curve::Reserved).bytes;
    m_around = {peak / 4, peak / 6};
}

void TimelineDriverTest::columnsHoldEveryValue_data()
{
    QTest::addColumn<int>("steps");
    QTest::addColumn<int>("columns");
    QTest::addColumn<bool>("isExact");
    QTest::newRow("no step") << 0 << 50 << true;
    QTest::newRow("few") << 5 << 50 << true;
    QTest::newRow("several in a column") << 300 << 50 << true;
    QTest::newRow("more columns than events") << 40 << 6000 << true;
    QTest::newRow("very many in a column") << 900 << 10 << false;
}

void TimelineDriverTest::columnsHoldEveryValue()
{
    QFETCH(int, steps);
    QFETCH(int, columns);
    QFETCH(bool, isExact);
    const DeviceHistory& history = m_plain->histories[0];
    std::mt19937 random(23);
    std::vector<std::size_t> positions;
    for (int i = 0; i < steps; ++i)
        positions.push_back(random() % history.eventCount());
    std::sort(positions.begin(), positions.end());
    positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
    std::vector<DriverStep> list;
    for (const std::size_t position : positions) {
        const std::int64_t outside = std::int64_t(random() % 100) * mebi;
        list.push_back({position, random() % 9 == 0 ? std::nullopt : std::optional(outside), 200 * mebi});
    }
    std::vector<std::size_t> borders;
    for (int i = 0; i <= columns; ++i)
        borders.push_back(history.eventCount() * std::size_t(i) / std::size_t(columns));
    const std::vector<DriverColumn> made = driverColumns(list, history, borders);
    QCOMPARE(made.size(), std::size_t(columns));
    for (std::size_t x = 0; x < made.size(); ++x) {
        std::optional<CurveColumn> expected;
        // A column of no events shows what holds there.
        const std::size_t begin = borders[x] == borders[x + 1] ? borders[x] : borders[x] + 1;
        for (std::size_t position = begin; position <= borders[x + 1]; ++position) {
            const DriverStep* step = stepAt(list, position);
            if (step == nullptr || !step->outside)
                continue;
            const std::int64_t value = history.valueAt(Curve::Reserved, position) + *step->outside;
            if (!expected)
                expected = CurveColumn{value, value, value, value};
            expected->min = std::min(expected->min, value);
            expected->max = std::max(expected->max, value);
        }
        QCOMPARE(made[x].process.has_value(), expected.has_value());
        if (!expected)
            continue;
        QVERIFY(made[x].process->min <= expected->min && made[x].process->max >= expected->max);
        if (isExact)
            QVERIFY(made[x].process->min == expected->min && made[x].process->max == expected->max);
    }
}

void TimelineDriverTest::theLineLiesWhereTheValuesSay()
{
    TimelineDriver driver;
    driver.open(withDriver(m_training, m_around, 10));
    driver.state.setRange(300, 1500);
    driver.settle();
    const DeviceHistory& history = driver.state.history();
    const TimelineScene& scene = driver.scene();
    DriverSteps steps;
    steps.advance(driver.state.device(), history);
    const QImage& picture = scene.curves;
    const double perColumn = 1200.0 / picture.width();
    for (int x = 0; x < picture.width(); ++x) {
        const auto position = static_cast<std::size_t>(300 + (x + 0.5) * perColumn);
        const DriverStep* step = stepAt(steps.steps(), position);
        QVERIFY(step != nullptr);
        const auto value = static_cast<double>(history.valueAt(Curve::Reserved, position) + *step->outside);
        const int row = static_cast<int>(picture.height() * (1 - value / scene.top));
        QVERIFY2(hasColour(picture, x, row - 2, row + 2, processLook(scene.theme).colour),
            qPrintable(QStringLiteral("column %1, position %2").arg(x).arg(position)));
    }
}

void TimelineDriverTest::whatLiesOutsideIsHatched()
{
    TimelineDriver driver;
    driver.open(withDriver(m_training, m_around, 10));
    const TimelineScene& scene = driver.scene();
    QCOMPARE(legendOf(scene),
        (QStringList{QStringLiteral("driver: this process"), QStringLiteral("outside the allocator"),
            QStringLiteral("driver: device"), QStringLiteral("other processes")}));
    const double peak = static_cast<double>(m_plain->histories[0].peak(Curve::Reserved).bytes);
    QVERIFY(scene.top > peak * (1 + 1 / 4.0 + 1 / 6.0));
    const QColor hatch = outsideLook(scene.theme).colour;
    QVERIFY(pixelsOf(scene.curves, hatch) > 500);
    QVERIFY(pixelsOf(scene.curves, othersLook(scene.theme).colour) > 100);
    // Below reserved everything is as it was.
    const DeviceHistory& history = driver.state.history();
    const auto positions = static_cast<double>(history.eventCount());
    for (int x = 0; x < scene.curves.width() * 9 / 10; x += 7) {
        const auto position = static_cast<std::size_t>(x * 1.02 * positions / scene.curves.width());
        const auto lowest = static_cast<double>(history.valueAt(Curve::Allocated, position)) / 2;
        const int row = static_cast<int>(scene.curves.height() * (1 - lowest / scene.top)) + 3;
        QVERIFY(!hasColour(scene.curves, x, row, scene.curves.height() - 1, hatch));
    }
}

void TimelineDriverTest::nothingBeforeTheFirstSample()
{
    TimelineDriver driver;
    const std::size_t half = m_plain->histories[0].eventCount() / 2;
    driver.open(withDriver(m_training, m_around, 10, half));
    const TimelineScene& scene = driver.scene();
    const double border =
        (scene.geometry.toPixel(static_cast<double>(half)) - scene.rows.plot.left()) * scene.devicePixelRatio;
    const QColor line = processLook(scene.theme).colour;
    for (int x = 0; x < static_cast<int>(border) - 2; ++x)
        QVERIFY(!hasColour(scene.curves, x, 0, scene.curves.height(), line));
    QVERIFY(hasColour(scene.curves, static_cast<int>(border) + 4, 0, scene.curves.height(), line));
}

void TimelineDriverTest::absentWithoutSamples()
{
    TimelineDriver driver;
    driver.open(m_plain);
    QVERIFY(driver.scene().overlays.empty());
    QCOMPARE(pixelsOf(driver.scene().curves, processLook(driver.scene().theme).colour), 0);
    driver.hover(driver.place(0.5));
    QCOMPARE(driver.plot->overlay().readout.rows.size(), std::size_t(3));
}

void TimelineDriverTest::withoutTheProcessTheDeviceIsShown()
{
    TimelineDriver driver;
    driver.open(withDriver(m_training, {-1, m_around.others}, 10));
    const TimelineScene& scene = driver.scene();
    QCOMPARE(legendOf(scene),
        (QStringList{QStringLiteral("driver: device"), QStringLiteral("outside, with other processes")}));
    QCOMPARE(pixelsOf(scene.curves, processLook(scene.theme).colour), 0);
    QVERIFY(pixelsOf(scene.curves, deviceLook(scene.theme).colour) > 100);
}

void TimelineDriverTest::switchedOffItIsGone()
{
    TimelineDriver driver;
    driver.open(m_plain);
    const double plainTop = driver.scene().top;
    const QImage plain = driver.scene().curves;
    driver.open(withDriver(m_training, m_around, 10));
    QVERIFY(driver.scene().top > plainTop);
    driver.view.setDriverShown(false);
    driver.settle();
    QCOMPARE(driver.scene().top, plainTop);
    QVERIFY(driver.scene().overlays.empty());
    QCOMPARE(driver.scene().curves, plain);
    driver.hover(driver.place(0.5));
    QCOMPARE(driver.plot->overlay().readout.rows.size(), std::size_t(3));
    driver.view.setDriverShown(true);
    driver.settle();
    QVERIFY(driver.scene().top > plainTop);
}

void TimelineDriverTest::capacity_data()
{
    QTest::addColumn<double>("capacities"); // of the peak of reserved; what is used reaches 1.42 of it
    QTest::addColumn<bool>("isWished");
    QTest::addColumn<bool>("isDrawn");
    QTest::newRow("far away") << 10.0 << false << false;
    QTest::newRow("far away, wished") << 10.0 << true << true;
    QTest::newRow("near") << 1.6 << false << true;
    QTest::newRow("not known") << 0.0 << true << false;
}

void TimelineDriverTest::capacity()
{
    QFETCH(double, capacities);
    QFETCH(bool, isWished);
    QFETCH(bool, isDrawn);
    TimelineDriver driver;
    driver.open(withDriver(m_training, m_around, capacities));
    const double top = driver.scene().top;
    driver.view.setCapacityShown(isWished);
    driver.settle();
    const TimelineScene& scene = driver.scene();
    QCOMPARE(scene.capacityY.has_value(), isDrawn);
    if (!isDrawn) {
        QCOMPARE(scene.top, top);
        return;
    }
    const auto bytes = static_cast<double>(driver.state.device().capacity);
    QVERIFY(scene.top >= bytes);
    const QRectF& plot = scene.rows.plot;
    QVERIFY(qAbs(*scene.capacityY - (plot.bottom() - plot.height() * bytes / scene.top)) < 0.01);
    QVERIFY(scene.capacityText.startsWith(QStringLiteral("capacity ")));
    driver.view.setCapacityShown(false);
    driver.settle();
    QCOMPARE(driver.scene().top, top);
}

void TimelineDriverTest::readoutTellsTheFigures()
{
    TimelineDriver driver;
    driver.open(withDriver(m_training, m_around, 10));
    driver.hover(driver.place(0.4));
    const auto& rows = driver.plot->overlay().readout.rows;
    QCOMPARE(rows.size(), std::size_t(7));
    const auto bytesOf = [&](std::size_t row) {
        QString digits = rows[row].exact;
        return digits.remove(QStringLiteral(" B")).remove(u',').toLongLong();
    };
    QCOMPARE(rows[3].label, QStringLiteral("driver: this process"));
    QCOMPARE(rows[4].label, QStringLiteral("outside the allocator"));
    QCOMPARE(rows[5].label, QStringLiteral("other processes"));
    QCOMPARE(rows[6].label, QStringLiteral("free on the device"));
    QCOMPARE(bytesOf(3), bytesOf(0) + bytesOf(4)); // reserved, and what lies outside
    QCOMPARE(bytesOf(5), m_around.others);
}

void TimelineDriverTest::growsWithTheRecording()
{
    const auto whole = withDriver(m_training, m_around, 10);
    const Column<DriverSample>& samples = whole->recording.devices[0].driver;
    TimelineDriver driver;
    for (const std::size_t events : {200U, 900U, 2000U}) {
        Recording part = firstEvents(whole->recording, events);
        part.devices[0].driver = {};
        for (std::size_t i = 0; i < samples.size() && samples[i].event <= events; ++i)
            part.devices[0].driver.push_back(samples[i]);
        driver.state.setRecording(analyzed(std::move(part)), events > 200);
        driver.settle();
    }
    driver.state.setRecording(whole, true);
    driver.settle();
    const QImage grown = driver.scene().curves;
    const double top = driver.scene().top;
    TimelineDriver fresh;
    fresh.open(whole);
    if (fresh.scene().top == top) // patience may have left the axis higher
        QCOMPARE(grown, fresh.scene().curves);
    QCOMPARE(legendOf(driver.scene()), legendOf(fresh.scene()));
    QVERIFY(pixelsOf(grown, outsideLook(driver.scene().theme).colour) > 500);
}

void TimelineDriverTest::pictures_data()
{
    QTest::addColumn<QPalette>("palette");
    QTest::addColumn<double>("capacities");
    QTest::newRow("light") << lightPalette() << 10.0;
    QTest::newRow("dark") << darkPalette() << 10.0;
    QTest::newRow("near_capacity_light") << lightPalette() << 1.6;
    QTest::newRow("near_capacity_dark") << darkPalette() << 1.6;
}

void TimelineDriverTest::pictures()
{
    QFETCH(QPalette, palette);
    QFETCH(double, capacities);
    TimelineDriver driver({1000, 420}, palette);
    driver.open(withDriver(m_training, m_around, capacities));
    driver.hover(driver.place(0.6, 0.3));
    QVERIFY(driver.picture().save(
        pictureFile(QStringLiteral("timeline_driver_%1.png").arg(QLatin1String(QTest::currentDataTag())))));
}

QTEST_MAIN(TimelineDriverTest)
#include "tst_timeline_driver.moc"
