// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/curves/curve_columns.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <limits>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

// Segments come and go: the reserved curve is a plain list of values.
struct Curves {
    TraceWriter trace;
    DeviceHistory history;
    std::vector<std::int64_t> values; // reserved, by position
};

Curves randomCurves(std::mt19937_64& random, std::size_t events)
{
    Curves result;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> segments;
    std::uint64_t next = 0x7f0000000000;
    std::int64_t reserved = 0;
    result.values.push_back(0);
    for (std::size_t i = 0; i < events; ++i) {
        if (segments.empty() || random() % 2 == 0) {
            const std::uint64_t size = (1 + random() % 1000) * 512;
            result.trace.segment(next, size);
            segments.emplace_back(next, size);
            next += size;
            reserved += static_cast<std::int64_t>(size);
        } else {
            std::swap(segments[random() % segments.size()], segments.back());
            const auto [address, size] = segments.back();
            segments.pop_back();
            result.trace.add(Action::SegmentFree, address, size);
            reserved -= static_cast<std::int64_t>(size);
        }
        result.values.push_back(reserved);
    }
    result.history.advance(result.trace.device());
    return result;
}

Device deviceWithTimes(const std::vector<std::int64_t>& times)
{
    Device device;
    for (const std::int64_t time : times) {
        Event event;
        event.timeUs = time;
        device.events.append(event);
    }
    return device;
}

} // namespace

class CurvesTest : public QObject {
    Q_OBJECT

private slots:
    void pyramid_data();
    void pyramid();
    void pyramidFindsTheFirstMaximum();
    void columnsAgainstBruteForce();
    void spikeIsInOneColumn_data();
    void spikeIsInOneColumn();
    void timeBorders();
    void timesThatAreNone();
    void timesThatGoBack();
    void windowsBeyond();
    void brokenWindows();
    void placesOnTheAxis();
};

void CurvesTest::pyramid_data()
{
    QTest::addColumn<int>("size");
    for (const int size : {1, 2, 63, 64, 65, 255, 256, 257, 1023, 1024, 1025, 4096, 70000})
        QTest::newRow(qPrintable(QString::number(size))) << size;
}

void CurvesTest::pyramid()
{
    QFETCH(int, size);
    std::mt19937_64 random(testSeed());
    const auto count = static_cast<std::size_t>(size);
    Pyramid pyramid;
    std::vector<std::int64_t> values;
    for (std::size_t i = 0; i < count; ++i) {
        values.push_back(static_cast<std::int64_t>(random() % 1000) - 500);
        pyramid.append(values.back());
    }
    QCOMPARE(pyramid.size(), count);
    for (int i = 0; i < 2000; ++i) {
        std::size_t begin = random() % count;
        std::size_t end = begin + 1 + random() % (count - begin);
        if (i % 4 == 0) {
            begin = begin / 64 * 64;
            end = std::max(begin + 1, end / 256 * 256);
        }
        const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto last = values.begin() + static_cast<std::ptrdiff_t>(end);
        const auto max = std::max_element(first, last);
        const Pyramid::Extremes extremes = pyramid.extremes(begin, end);
        QCOMPARE(extremes.max, *max);
        QCOMPARE(extremes.min, *std::min_element(first, last));
        QCOMPARE(extremes.maxAt, static_cast<std::size_t>(max - values.begin()));
    }
}

void CurvesTest::pyramidFindsTheFirstMaximum()
{
    Pyramid pyramid;
    for (std::int64_t i = 0; i < 10000; ++i)
        pyramid.append(i % 100 == 7 ? INT64_MIN : i % 100 == 50 ? 9 : -1);
    QCOMPARE(pyramid.extremes(0, 10000).maxAt, 50U);
    QCOMPARE(pyramid.extremes(51, 10000).maxAt, 150U);
    QCOMPARE(pyramid.extremes(51, 150).max, -1);
    QCOMPARE(pyramid.extremes(5, 10).min, INT64_MIN);
    QCOMPARE(pyramid.extremes(7, 8).max, INT64_MIN);
}

void CurvesTest::columnsAgainstBruteForce()
{
    std::mt19937_64 random(testSeed());
    const Curves curves = randomCurves(random, 3000);
    for (int i = 0; i < 500; ++i) {
        AxisWindow window;
        window.begin = static_cast<double>(random() % 4000) - 500;
        window.end = window.begin + static_cast<double>(random() % 100000) / 20;
        window.columns = 1 + static_cast<int>(random() % 200);
        const auto borders = columnBorders(curves.trace.device(), 3000, window);
        QCOMPARE(borders.size(), static_cast<std::size_t>(window.columns) + 1);
        QVERIFY(std::is_sorted(borders.begin(), borders.end()));
        const auto columns = curveColumns(curves.history, Curve::Reserved, borders);
        QCOMPARE(columns.size(), borders.size() - 1);
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const auto at = [&](std::size_t position) { return curves.values[position]; };
            std::int64_t min = at(borders[k]);
            std::int64_t max = min;
            for (std::size_t p = borders[k] + 1; p <= borders[k + 1]; ++p) {
                min = p == borders[k] + 1 ? at(p) : std::min(min, at(p));
                max = p == borders[k] + 1 ? at(p) : std::max(max, at(p));
            }
            QCOMPARE(columns[k].first, at(borders[k]));
            QCOMPARE(columns[k].last, at(borders[k + 1]));
            QCOMPARE(columns[k].min, min);
            QCOMPARE(columns[k].max, max);
        }
    }
}

void CurvesTest::spikeIsInOneColumn_data()
{
    QTest::addColumn<int>("axis");
    QTest::newRow("events") << static_cast<int>(TimeAxis::Events);
    QTest::newRow("time") << static_cast<int>(TimeAxis::Time);
}

// One event high, at every place in turn, in a view of the whole and of parts.
void CurvesTest::spikeIsInOneColumn()
{
    QFETCH(int, axis);
    const std::size_t events = 700;
    std::mt19937_64 random(testSeed());
    for (std::size_t spike = 0; spike < events; ++spike) {
        TraceWriter trace;
        trace.segment(0x1000, 512);
        for (std::size_t i = 1; i < events; ++i) {
            if (i == spike)
                trace.segment(0x100000, 1 << 20);
            else if (i == spike + 1)
                trace.add(Action::SegmentFree, 0x100000, 1 << 20);
            else
                trace.add(Action::Unknown, 0, 0);
        }
        if (spike == 0)
            continue;
        DeviceHistory history;
        history.advance(trace.device());
        AxisWindow window;
        window.axis = static_cast<TimeAxis>(axis);
        window.begin =
            random() % 3 == 0 ? 0 : static_cast<double>(spike) - static_cast<double>(random() % 100) / 3;
        window.end = static_cast<double>(spike) + 1 + static_cast<double>(random() % 2000) / 3;
        window.columns = 1 + static_cast<int>(random() % 300);
        const auto columns =
            curveColumns(history, Curve::Reserved, columnBorders(trace.device(), events, window));
        const auto high = std::count_if(columns.begin(), columns.end(), [](const CurveColumn& column) {
            return column.max == (1 << 20) + 512 && column.max != column.min;
        });
        const auto alone = std::count_if(columns.begin(), columns.end(), [](const CurveColumn& column) {
            return column.max == (1 << 20) + 512 && column.last == column.max && column.first != column.max;
        });
        QVERIFY2(high == 1 || alone == 1, qPrintable(QStringLiteral("spike at %1").arg(spike)));
    }
}

void CurvesTest::timeBorders()
{
    std::mt19937_64 random(testSeed());
    std::vector<std::int64_t> times;
    std::int64_t now = 1755000000000000;
    for (int i = 0; i < 2000; ++i)
        times.push_back(now += random() % 4 == 0 ? static_cast<std::int64_t>(random() % 5000) : 0);
    const Device device = deviceWithTimes(times);
    for (int i = 0; i < 300; ++i) {
        AxisWindow window;
        window.axis = TimeAxis::Time;
        window.begin = static_cast<double>(random() % 1000000) - 100000;
        window.end = window.begin + static_cast<double>(random() % 1000000);
        window.columns = 1 + static_cast<int>(random() % 100);
        const auto borders = columnBorders(device, times.size(), window);
        for (std::size_t k = 1; k < borders.size(); ++k) {
            const double value = window.begin
                + (window.end - window.begin) * static_cast<double>(k) / static_cast<double>(window.columns);
            const auto wanted = std::count_if(times.begin(), times.end(),
                [&](std::int64_t time) { return static_cast<double>(time - times[0]) <= value; });
            QCOMPARE(borders[k], static_cast<std::size_t>(wanted));
        }
        const auto before = std::count_if(times.begin(), times.end(),
            [&](std::int64_t time) { return static_cast<double>(time - times[0]) < window.begin; });
        QCOMPARE(borders[0], static_cast<std::size_t>(before));
    }
}

// A file without times: everything happens at once, and nothing is lost.
void CurvesTest::timesThatAreNone()
{
    const Device device = deviceWithTimes(std::vector<std::int64_t>(100, 0));
    const auto borders = columnBorders(device, 100, {TimeAxis::Time, 0, 1, 4});
    QCOMPARE(borders, (std::vector<std::size_t>{0, 100, 100, 100, 100}));
    QCOMPARE(axisValue(device, TimeAxis::Time, 50), 0.0);
    QCOMPARE(positionAt(device, 100, TimeAxis::Time, 0), 100U);
    QCOMPARE(positionAt(device, 100, TimeAxis::Time, -1), 0U);
    const auto point = columnBorders(device, 100, {TimeAxis::Time, 0, 0, 3});
    QCOMPARE(point.front(), 0U);
    QCOMPARE(point.back(), 100U);
}

void CurvesTest::timesThatGoBack()
{
    std::mt19937_64 random(testSeed());
    std::vector<std::int64_t> times;
    for (std::int64_t i = 0; i < 5000; ++i)
        times.push_back(random() % 200 == 0 ? static_cast<std::int64_t>(random())
                                            : i * 10 - static_cast<std::int64_t>(random() % 50));
    const Device device = deviceWithTimes(times);
    for (const int columns : {1, 7, 1000}) {
        const auto borders = columnBorders(device, times.size(), {TimeAxis::Time, -100, 60000, columns});
        QVERIFY(std::is_sorted(borders.begin(), borders.end()));
        QVERIFY(borders.back() <= times.size());
    }
}

void CurvesTest::windowsBeyond()
{
    std::mt19937_64 random(testSeed());
    const Curves curves = randomCurves(random, 200);
    for (const TimeAxis axis : {TimeAxis::Events, TimeAxis::Time}) {
        const auto left = columnBorders(curves.trace.device(), 200, {axis, -500, -10, 5});
        QCOMPARE(left, std::vector<std::size_t>(6, 0));
        const auto right = columnBorders(curves.trace.device(), 200, {axis, 1000, 1e300, 5});
        QCOMPARE(right, std::vector<std::size_t>(6, 200));
        const auto columns = curveColumns(curves.history, Curve::Reserved, right);
        QCOMPARE(columns.back().max, curves.values.back());
        QCOMPARE(columns.back().first, curves.values.back());
    }
}

void CurvesTest::brokenWindows()
{
    std::mt19937_64 random(testSeed());
    const Curves curves = randomCurves(random, 200);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinite = std::numeric_limits<double>::infinity();
    for (const TimeAxis axis : {TimeAxis::Events, TimeAxis::Time}) {
        for (const auto& [begin, end] :
            {std::pair(nan, 5.0), {0.0, nan}, {-infinite, infinite}, {50.0, 10.0}}) {
            const auto borders = columnBorders(curves.trace.device(), 200, {axis, begin, end, 10});
            QCOMPARE(borders.size(), 11U);
            QVERIFY(std::is_sorted(borders.begin(), borders.end()));
            QVERIFY(borders.back() <= 200);
        }
        QCOMPARE(columnBorders(curves.trace.device(), 200, {axis, 0, 1, -3}).size(), 1U);
    }
    QVERIFY(curveColumns(curves.history, Curve::Active, {}).empty());
    QCOMPARE(columnBorders(Device(), 0, {TimeAxis::Time, 0, 1, 2}), std::vector<std::size_t>(3, 0));
    // Borders of a history that has grown since: answered with what this one knows.
    const std::vector<std::size_t> behind = {100, 5000, 6000};
    QCOMPARE(curveColumns(curves.history, Curve::Reserved, behind).back().last, curves.values.back());
}

void CurvesTest::placesOnTheAxis()
{
    const Device device = deviceWithTimes({1000, 1000, 1500, 2500});
    QCOMPARE(axisValue(device, TimeAxis::Time, 0), 0.0);
    QCOMPARE(axisValue(device, TimeAxis::Time, 3), 500.0);
    QCOMPARE(axisValue(device, TimeAxis::Time, 4), 1500.0);
    QCOMPARE(axisValue(device, TimeAxis::Time, 99), 1500.0);
    QCOMPARE(axisValue(device, TimeAxis::Events, 3), 3.0);
    QCOMPARE(positionAt(device, 4, TimeAxis::Time, 499.9), 2U);
    QCOMPARE(positionAt(device, 4, TimeAxis::Time, 500), 3U);
    QCOMPARE(positionAt(device, 3, TimeAxis::Time, 9000), 3U);
    QCOMPARE(positionAt(device, 4, TimeAxis::Events, 2.99), 2U);
    QCOMPARE(positionAt(device, 4, TimeAxis::Events, -3), 0U);
    QCOMPARE(positionAt(device, 4, TimeAxis::Events, std::numeric_limits<double>::quiet_NaN()), 0U);
    // Where a position lies, that position holds.
    for (std::size_t position = 2; position <= 4; ++position)
        QCOMPARE(
            positionAt(device, 4, TimeAxis::Time, axisValue(device, TimeAxis::Time, position)), position);
}

QTEST_GUILESS_MAIN(CurvesTest)
#include "tst_curves.moc"
