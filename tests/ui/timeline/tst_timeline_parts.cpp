// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "core/trace/recording_builder.h"
#include "tests/ui/timeline/training_recording.h"
#include "ui/timeline/band_lanes.h"
#include "ui/timeline/curve_raster.h"
#include "ui/timeline/mark_layout.h"
#include "ui/timeline/peak_labels.h"
#include "ui/timeline/readout.h"
#include "ui/timeline/tick_labels.h"
#include "ui/timeline/timeline_rows.h"
#include "ui/timeline/value_scale.h"

#include <QTest>
#include <random>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

// The parts of the timeline that need no widget.
class TimelinePartsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void byteTicks_data();
    void byteTicks();
    void timeTicks_data();
    void timeTicks();
    void eventTicks_data();
    void eventTicks();
    void neverMoreTicksThanAsked();
    void durations_data();
    void durations();
    void mebibytes_data();
    void mebibytes();

    void zoomKeepsTheAnchor();
    void rangeMovesNoFartherThanNeeded();
    void pixelsAndValuesAgree();

    void scaleStandsStill();
    void scaleNeverCutsOff();

    void spikeOfOneEventIsDrawn();
    void activeShowsOnlyWhereItLeavesAllocated();
    void nothingIsDrawnBehindTheEnd();
    void areasAreAsHighAsTheirValues();
    void wideLinesAreWide();

    void segmentSumsEqualARecount();
    void segmentTicksCountEveryEventOnce();
    void momentsGrowAsAtOnce();

    void innerBandsLieBelowOuterOnes();
    void bandsOfALaneNeverOverlap();
    void lanesGrowAsAtOnce();
    void manyBandsCostOnlyPixels();
    void openBandsReachTheEnd();

    void labelsOfMarksNeverTouch();
    void crowdedMarksBecomeOne();

    void rowsNeverOverlap_data();
    void rowsNeverOverlap();
    void peakLabelsKeepClear();
};

void TimelinePartsTest::byteTicks_data()
{
    QTest::addColumn<double>("highest");
    QTest::addColumn<int>("most");
    QTest::addColumn<QStringList>("labels");
    const double gib = gibibyte;
    const double mib = mebibyte;
    QTest::newRow("GiB") << 5.5 * gib << 6 << QStringList{"0", "1 GiB", "2 GiB", "3 GiB", "4 GiB", "5 GiB"};
    QTest::newRow("one unit") << 1.75 * gib << 4 << QStringList{"0", "0.5 GiB", "1.0 GiB", "1.5 GiB"};
    QTest::newRow("eighths") << 1.1 * gib << 9
                             << QStringList{"0", "0.125 GiB", "0.250 GiB", "0.375 GiB", "0.500 GiB",
                                    "0.625 GiB", "0.750 GiB", "0.875 GiB", "1.000 GiB"};
    QTest::newRow("MiB") << 20.0 * mib << 3 << QStringList{"0", "8 MiB", "16 MiB"};
    QTest::newRow("KiB") << 4096.0 << 4 << QStringList{"0", "1 KiB", "2 KiB", "3 KiB", "4 KiB"};
    QTest::newRow("bytes") << 900.0 << 4 << QStringList{"0", "256 B", "512 B", "768 B"};
    QTest::newRow("big card") << 140 * gib << 5 << QStringList{"0", "32 GiB", "64 GiB", "96 GiB", "128 GiB"};
}

void TimelinePartsTest::byteTicks()
{
    QFETCH(double, highest);
    QFETCH(int, most);
    QFETCH(QStringList, labels);
    const double step = byteTickStep(highest, most);
    QStringList found;
    for (double tick = 0; tick <= highest; tick += step)
        found << byteTickLabel(tick, step, highest);
    QCOMPARE(found, labels);
}

void TimelinePartsTest::timeTicks_data()
{
    QTest::addColumn<double>("begin");
    QTest::addColumn<double>("end");
    QTest::addColumn<int>("most");
    QTest::addColumn<QStringList>("labels");
    const double s = 1e6;
    QTest::newRow("microseconds") << 0.0 << 250.0 << 3 << QStringList{"0", "100 \u00b5s", "200 \u00b5s"};
    QTest::newRow("milliseconds") << 0.0 << 2500.0 << 5
                                  << QStringList{"0", "0.5 ms", "1.0 ms", "1.5 ms", "2.0 ms", "2.5 ms"};
    QTest::newRow("seconds") << 0.0 << 32.0 * s << 4 << QStringList{"0", "10 s", "20 s", "30 s"};
    QTest::newRow("deep inside seconds")
        << 27.31 * s << 27.3142 * s << 5
        << QStringList{"27.310 s", "27.311 s", "27.312 s", "27.313 s", "27.314 s"};
    QTest::newRow("minutes") << 0.0 << 150.0 * s << 6
                             << QStringList{"0", "30 s", "1 min", "1 min 30 s", "2 min", "2 min 30 s"};
    QTest::newRow("hours") << 0.0 << 2.6 * 3600 * s << 6
                           << QStringList{"0", "30 min", "1 h", "1 h 30 min", "2 h", "2 h 30 min"};
    QTest::newRow("deep inside an hour")
        << 3600 * s << 3600.4 * s << 4
        << QStringList{"3,600.0 s", "3,600.1 s", "3,600.2 s", "3,600.3 s", "3,600.4 s"};
    QTest::newRow("days") << 0.0 << 60 * 3600 * s << 3 << QStringList{"0", "24 h", "48 h"};
}

void TimelinePartsTest::timeTicks()
{
    QFETCH(double, begin);
    QFETCH(double, end);
    QFETCH(int, most);
    QFETCH(QStringList, labels);
    const double step = timeTickStep(end - begin, most);
    QStringList found;
    for (double tick = std::ceil(begin / step - 1e-6) * step; tick <= end + step * 1e-6; tick += step)
        found << timeTickLabel(tick, step, end);
    QCOMPARE(found, labels);
}

void TimelinePartsTest::eventTicks_data()
{
    QTest::addColumn<double>("range");
    QTest::addColumn<int>("most");
    QTest::addColumn<double>("step");
    QTest::newRow("one event") << 1.0 << 10 << 1.0;
    QTest::newRow("few") << 12.0 << 6 << 2.0;
    QTest::newRow("exactly") << 5000.0 << 10 << 500.0;
    QTest::newRow("a little more") << 5001.0 << 10 << 1000.0;
    QTest::newRow("ten million") << 1e7 << 8 << 2e6;
}

void TimelinePartsTest::eventTicks()
{
    QFETCH(double, range);
    QFETCH(int, most);
    QFETCH(double, step);
    QCOMPARE(eventTickStep(range, most), step);
    QCOMPARE(eventTickLabel(12345678), QStringLiteral("12,345,678"));
}

void TimelinePartsTest::neverMoreTicksThanAsked()
{
    std::mt19937_64 random(11);
    std::uniform_real_distribution<double> exponent(0, 12);
    for (int i = 0; i < 5000; ++i) {
        const double range = std::pow(10.0, exponent(random));
        const int most = 1 + static_cast<int>(random() % 15);
        const auto fits = [&](double step) { return range / step <= most + 1e-6; };
        QVERIFY2(fits(byteTickStep(range, most)), qPrintable(QString::number(range)));
        QVERIFY2(fits(eventTickStep(range, most)), qPrintable(QString::number(range)));
        QVERIFY2(fits(timeTickStep(range, most)), qPrintable(QString::number(range)));
    }
}

void TimelinePartsTest::durations_data()
{
    QTest::addColumn<qint64>("microseconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << qint64(0) << QStringLiteral("0 \u00b5s");
    QTest::newRow("microseconds") << qint64(999) << QStringLiteral("999 \u00b5s");
    QTest::newRow("milliseconds") << qint64(1250) << QStringLiteral("1.250 ms");
    QTest::newRow("seconds") << qint64(27318412) << QStringLiteral("27.318 s");
    QTest::newRow("minutes") << qint64(65250000) << QStringLiteral("1 min 5.250 s");
    QTest::newRow("hours") << qint64(3600000000 + 61000000) << QStringLiteral("1 h 1 min 1.000 s");
}

void TimelinePartsTest::durations()
{
    QFETCH(qint64, microseconds);
    QFETCH(QString, text);
    QCOMPARE(timeText(microseconds), text);
}

void TimelinePartsTest::mebibytes_data()
{
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << qint64(0) << QStringLiteral("0.00 MiB");
    QTest::newRow("segment") << qint64(20971520) << QStringLiteral("20.00 MiB");
    QTest::newRow("tensor") << qint64(4000256) << QStringLiteral("3.81 MiB");
    QTest::newRow("carries") << qint64(2 * 1024 * 1024 - 1) << QStringLiteral("2.00 MiB");
    QTest::newRow("groups") << qint64(4380950528) << QStringLiteral("4,178.00 MiB");
}

void TimelinePartsTest::mebibytes()
{
    QFETCH(qint64, bytes);
    QFETCH(QString, text);
    QCOMPARE(mebibytesText(bytes), text);
}

void TimelinePartsTest::zoomKeepsTheAnchor()
{
    const AxisRange range{100, 300};
    const AxisRange closer = zoomed(range, 150, 0.5);
    QCOMPARE(closer, (AxisRange{125, 225}));
    const AxisRange back = zoomed(closer, 150, 2);
    QCOMPARE(back, range);
}

void TimelinePartsTest::rangeMovesNoFartherThanNeeded()
{
    const AxisRange range{100, 200};
    QCOMPARE(movedToShow(range, 150), range);
    QCOMPARE(movedToShow(range, 100), range);
    QCOMPARE(movedToShow(range, 210), (AxisRange{115, 215}));
    QCOMPARE(movedToShow(range, 50), (AxisRange{45, 145}));
}

void TimelinePartsTest::pixelsAndValuesAgree()
{
    const AxisGeometry geometry{TimeAxis::Events, {1000, 3000}, 60, 400};
    QCOMPARE(geometry.toPixel(1000), 60.0);
    QCOMPARE(geometry.toPixel(3000), 460.0);
    QCOMPARE(geometry.toValue(geometry.toPixel(1234.5)), 1234.5);
    QCOMPARE(geometry.window(1.5).columns, 600);
}

void TimelinePartsTest::scaleStandsStill()
{
    ValueScale scale;
    int moves = 0;
    double before = 0;
    // A live reserved that climbs by one segment at a time, from 20 MiB to 4 GiB.
    for (double value = 20.0 * mebibyte; value < 4.0 * gibibyte; value += 20.0 * mebibyte) {
        scale.fit(value, 0.05);
        moves += scale.top() != before;
        before = scale.top();
    }
    QVERIFY2(moves < 50, qPrintable(QString::number(moves)));
    scale.fit(3.0 * gibibyte, 0.05); // a small fall moves nothing
    QCOMPARE(scale.top(), before);
    scale.fit(0.5 * gibibyte, 0.05); // a large one does
    QVERIFY(scale.top() < 0.7 * gibibyte);
}

void TimelinePartsTest::scaleNeverCutsOff()
{
    std::mt19937_64 random(5);
    ValueScale scale;
    for (int i = 0; i < 10000; ++i) {
        const double value = static_cast<double>(random() >> (random() % 60));
        scale.fit(value, 0.1);
        QVERIFY(scale.top() * 0.9 >= value * (1 - 1e-12));
        QVERIFY(value < 4096 || scale.top() * 0.4 <= value);
    }
}

namespace {

Theme testTheme()
{
    QPalette palette(Qt::white);
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::Text, Qt::black);
    return Theme::fromPalette(palette);
}

CurveColumnSet flatColumns(
    std::size_t count, std::int64_t allocated, std::int64_t active, std::int64_t reserved)
{
    const auto flat = [count](std::int64_t value) {
        return std::vector<CurveColumn>(count, {value, value, value, value});
    };
    return {flat(allocated), flat(active), flat(reserved)};
}

int countPixels(const QImage& image, int x, const QColor& colour)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        count += image.pixel(x, y) == colour.rgb();
    return count;
}

} // namespace

void TimelinePartsTest::spikeOfOneEventIsDrawn()
{
    CurveColumnSet columns = flatColumns(50, 100, 100, 900);
    columns[0][20] = {100, 100, 800, 100};
    columns[1][20] = columns[0][20];
    const QImage image = rasterCurves(columns, testTheme(), {1000, 1000.0, 1, 50});
    QCOMPARE(countPixels(image, 10, testTheme().allocated), 1);
    QCOMPARE(countPixels(image, 20, testTheme().allocated), 701); // from 800 down to 100
    QCOMPARE(image.pixel(20, 200), testTheme().allocated.rgb());
    QVERIFY(image.pixel(20, 199) != testTheme().allocated.rgb());
}

void TimelinePartsTest::activeShowsOnlyWhereItLeavesAllocated()
{
    CurveColumnSet columns = flatColumns(50, 100, 100, 900);
    for (std::size_t x = 30; x < 40; ++x)
        columns[1][x] = {300, 300, 300, 300};
    const QImage image = rasterCurves(columns, testTheme(), {1000, 1000.0, 1, 50});
    for (int x = 0; x < 50; ++x)
        QCOMPARE(countPixels(image, x, testTheme().active) > 0, x >= 30 && x < 40);
    QCOMPARE(image.pixel(35, 700), testTheme().active.rgb());
}

void TimelinePartsTest::nothingIsDrawnBehindTheEnd()
{
    const CurveColumnSet columns = flatColumns(50, 100, 100, 900);
    const QImage image = rasterCurves(columns, testTheme(), {100, 1000.0, 1, 30});
    QCOMPARE(image.width(), 50);
    for (int y = 0; y < 100; ++y) {
        QCOMPARE(image.pixel(30, y), testTheme().panel.rgb());
        QCOMPARE(image.pixel(29, y) != testTheme().panel.rgb(), y >= 10);
    }
}

void TimelinePartsTest::areasAreAsHighAsTheirValues()
{
    const QImage image = rasterCurves(flatColumns(3, 250, 500, 750), testTheme(), {1000, 1000.0, 1, 3});
    QCOMPARE(image.pixel(1, 249), testTheme().panel.rgb());
    QCOMPARE(image.pixel(1, 250), testTheme().reserved.rgb());
    QCOMPARE(image.pixel(1, 251), image.pixel(1, 499)); // reserved, free
    QVERIFY(image.pixel(1, 501) != image.pixel(1, 499)); // waiting
    QCOMPARE(image.pixel(1, 501), image.pixel(1, 749));
    QVERIFY(image.pixel(1, 751) != image.pixel(1, 749)); // allocated
    QCOMPARE(image.pixel(1, 751), image.pixel(1, 999));
}

void TimelinePartsTest::wideLinesAreWide()
{
    CurveColumnSet columns = flatColumns(50, 100, 100, 100);
    for (std::size_t x = 20; x < 50; ++x)
        columns[2][x] = {900, 900, 900, 900};
    columns[2][20].first = 100;
    const QImage image = rasterCurves(columns, testTheme(), {1000, 1000.0, 3, 50});
    QCOMPARE(countPixels(image, 40, testTheme().reserved), 3);
    for (const int x : {20, 21, 22})
        QCOMPARE(image.pixel(x, 500), testTheme().reserved.rgb()); // the step itself
    QVERIFY(image.pixel(23, 500) != testTheme().reserved.rgb());
}

void TimelinePartsTest::segmentSumsEqualARecount()
{
    const Recording recording = trainingRecording(6);
    const EventColumns& events = recording.devices[0].events;
    SegmentMoments moments;
    moments.advance(events);
    std::mt19937_64 random(3);
    for (int i = 0; i < 500; ++i) {
        std::size_t begin = random() % (events.size() + 1);
        std::size_t end = random() % (events.size() + 1);
        if (begin > end)
            std::swap(begin, end);
        SegmentMoments::Sum gained;
        SegmentMoments::Sum returned;
        for (std::size_t k = begin; k < end; ++k) {
            SegmentMoments::Sum& sum = events[k].action == Action::SegmentAlloc ? gained : returned;
            if (events[k].action == Action::SegmentAlloc || events[k].action == Action::SegmentFree) {
                ++sum.count;
                sum.bytes += static_cast<std::int64_t>(events[k].size);
            }
        }
        QCOMPARE(moments.between(SegmentMoment::Gained, begin, end).count, gained.count);
        QCOMPARE(moments.between(SegmentMoment::Gained, begin, end).bytes, gained.bytes);
        QCOMPARE(moments.between(SegmentMoment::Returned, begin, end).count, returned.count);
        QCOMPARE(moments.between(SegmentMoment::Returned, begin, end).bytes, returned.bytes);
    }
    QCOMPARE(moments.positions(SegmentMoment::OutOfMemory).size(), std::size_t(1));
}

void TimelinePartsTest::segmentTicksCountEveryEventOnce()
{
    const Recording recording = trainingRecording(6);
    const Device& device = recording.devices[0];
    SegmentMoments moments;
    moments.advance(device.events);
    for (const int columns : {1, 7, 300, 20000}) {
        const double end = static_cast<double>(device.events.size());
        const auto borders = columnBorders(device, device.events.size(), {TimeAxis::Events, 0, end, columns});
        std::size_t gained = 0;
        std::size_t returned = 0;
        int last = -1;
        for (const SegmentTick& tick : segmentTicks(moments, borders)) {
            QVERIFY(tick.column > last && tick.column < columns);
            last = tick.column;
            gained += tick.gained;
            returned += tick.returned;
        }
        QCOMPARE(gained, moments.positions(SegmentMoment::Gained).size());
        QCOMPARE(returned, moments.positions(SegmentMoment::Returned).size());
    }
}

void TimelinePartsTest::momentsGrowAsAtOnce()
{
    const Recording recording = trainingRecording(5);
    SegmentMoments whole;
    whole.advance(recording.devices[0].events);
    SegmentMoments grown;
    for (std::size_t events = 0; events <= recording.devices[0].events.size() + 400; events += 391)
        grown.advance(firstEvents(recording, events).devices[0].events);
    for (const auto kind : {SegmentMoment::Gained, SegmentMoment::Returned, SegmentMoment::OutOfMemory})
        QVERIFY(std::ranges::equal(whole.positions(kind), grown.positions(kind)));
}

namespace {

// Spans as {start, end} in events; times are the same numbers.
Recording withAnnotations(
    const std::vector<std::pair<std::uint64_t, std::uint64_t>>& spans, std::size_t events)
{
    RecordingBuilder builder;
    Device& device = builder.recording().devices.emplace_back();
    for (std::size_t i = 0; i < events; ++i)
        device.events.append({static_cast<std::int64_t>(1000 + i), 0, 0, {}, 0, 0, Action::Unknown});
    for (const auto& [start, end] : spans) {
        Annotation annotation;
        annotation.startEvent = start;
        annotation.endEvent = end;
        annotation.startUs = static_cast<std::int64_t>(1000 + start);
        annotation.endUs = end == UINT64_MAX ? Annotation::open : static_cast<std::int64_t>(1000 + end);
        annotation.name = builder.string("span " + std::to_string(start));
        builder.recording().annotations.push_back(annotation);
    }
    return builder.snapshot();
}

AxisGeometry wholeAxis(const Recording& recording, double width)
{
    return {TimeAxis::Events, {0, static_cast<double>(recording.devices[0].events.size())}, 0, width};
}

} // namespace

void TimelinePartsTest::innerBandsLieBelowOuterOnes()
{
    const Recording recording =
        withAnnotations({{0, 50}, {0, 20}, {5, 10}, {20, 50}, {50, 90}, {60, 70}}, 100);
    BandLanes lanes;
    lanes.advance(recording, 0);
    QCOMPARE(lanes.laneCount(), std::size_t(3));
    QVERIFY(std::ranges::equal(lanes.lane(0), std::vector<std::uint32_t>{0, 4}));
    QVERIFY(std::ranges::equal(lanes.lane(1), std::vector<std::uint32_t>{1, 3, 5}));
    QVERIFY(std::ranges::equal(lanes.lane(2), std::vector<std::uint32_t>{2}));
    const auto here = bandsAt(lanes, recording, recording.devices[0], TimeAxis::Events, 7, 100);
    QCOMPARE(here, (std::vector<std::uint32_t>{0, 1, 2}));
    QVERIFY(bandsAt(lanes, recording, recording.devices[0], TimeAxis::Time, 95, 100).empty());
}

void TimelinePartsTest::bandsOfALaneNeverOverlap()
{
    std::mt19937_64 random(21);
    std::vector<std::pair<std::uint64_t, std::uint64_t>> spans;
    for (int i = 0; i < 400; ++i) {
        const std::uint64_t start = random() % 5000;
        spans.emplace_back(start, start + 1 + random() % (1 + random() % 600));
    }
    std::sort(spans.begin(), spans.end());
    const Recording recording = withAnnotations(spans, 6000);
    BandLanes lanes;
    lanes.advance(recording, 0);
    std::size_t placed = 0;
    for (std::size_t lane = 0; lane < lanes.laneCount(); ++lane) {
        std::uint64_t end = 0;
        for (const std::uint32_t band : lanes.lane(lane)) {
            QVERIFY(recording.annotations[band].startEvent >= end);
            end = recording.annotations[band].endEvent;
            ++placed;
        }
    }
    QCOMPARE(placed, spans.size());
}

void TimelinePartsTest::lanesGrowAsAtOnce()
{
    const Recording recording = trainingRecording(4);
    BandLanes whole;
    whole.advance(recording, 0);
    BandLanes grown;
    for (std::size_t events = 0; events <= recording.devices[0].events.size() + 200; events += 173)
        grown.advance(firstEvents(recording, events), 0);
    QCOMPARE(grown.laneCount(), whole.laneCount());
    QCOMPARE(whole.laneCount(), std::size_t(2));
    for (std::size_t lane = 0; lane < whole.laneCount(); ++lane)
        QVERIFY(std::ranges::equal(whole.lane(lane), grown.lane(lane)));
    grown.advance(withAnnotations({{3, 4}}, 10), 0); // another recording
    QCOMPARE(grown.laneCount(), std::size_t(1));
}

void TimelinePartsTest::manyBandsCostOnlyPixels()
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> spans;
    for (std::uint64_t i = 0; i < 50000; ++i)
        spans.emplace_back(2 * i, 2 * i + 1);
    const Recording recording = withAnnotations(spans, 100000);
    BandLanes lanes;
    lanes.advance(recording, 0);
    const auto placed =
        layoutBands(lanes, 4, recording, recording.devices[0], wholeAxis(recording, 500), 100000);
    QVERIFY(placed.size() <= 2);
    QCOMPARE(std::round(placed.back().right), 500.0);
    std::size_t told = 0;
    for (const PlacedBand& band : placed)
        told += 1 + band.hidden;
    QCOMPARE(told, spans.size());
}

void TimelinePartsTest::openBandsReachTheEnd()
{
    const Recording recording = withAnnotations({{10, UINT64_MAX}}, 100);
    BandLanes lanes;
    lanes.advance(recording, 0);
    const Device& device = recording.devices[0];
    const auto placed = layoutBands(lanes, 4, recording, device, wholeAxis(recording, 200), 100);
    QCOMPARE(placed.size(), std::size_t(1));
    QCOMPARE(placed[0].left, 20.0);
    QCOMPARE(placed[0].right, 200.0);
    QCOMPARE(bandRange(recording.annotations[0], device, TimeAxis::Time, 99), (AxisRange{10, 99}));
}

void TimelinePartsTest::labelsOfMarksNeverTouch()
{
    std::mt19937_64 random(17);
    const auto width = [](const QString& text) { return 6.0 * static_cast<double>(text.size()); };
    const AxisGeometry geometry{TimeAxis::Events, {0, 10000}, 60, 900};
    int labelled = 0;
    for (int round = 0; round < 200; ++round) {
        std::vector<MarkPoint> points(1 + random() % 40);
        for (MarkPoint& point : points) {
            point.position = random() % 10001;
            point.label = QString(static_cast<qsizetype>(1 + random() % 30), QLatin1Char('x'));
        }
        std::ranges::sort(points, {}, &MarkPoint::position);
        double end = geometry.left;
        for (const PlacedMark& mark : layoutMarks(points, geometry, width)) {
            if (mark.label.isEmpty())
                continue;
            ++labelled;
            QVERIFY(mark.labelLeft >= end);
            end = mark.labelLeft + mark.labelWidth;
            QVERIFY(end <= geometry.right());
            const bool isClear = mark.labelLeft > mark.x || end < mark.x;
            QVERIFY(isClear);
        }
    }
    QVERIFY(labelled > 200);
}

void TimelinePartsTest::crowdedMarksBecomeOne()
{
    std::vector<MarkPoint> points(5000);
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i] = {i * 2, 0, QStringLiteral("mark"), MarkLook::Named};
    points[2500].look = MarkLook::OutOfMemory;
    const AxisGeometry geometry{TimeAxis::Events, {0, 10000}, 0, 500};
    const auto placed = layoutMarks(points, geometry, [](const QString&) { return 30.0; });
    QVERIFY(placed.size() <= 101);
    std::size_t told = 0;
    int grave = 0;
    for (const PlacedMark& mark : placed) {
        QCOMPARE(mark.first, told);
        told += mark.count;
        grave += mark.look == MarkLook::OutOfMemory;
    }
    QCOMPARE(told, points.size());
    QCOMPARE(grave, 1);
}

void TimelinePartsTest::rowsNeverOverlap_data()
{
    QTest::addColumn<QSizeF>("size");
    QTest::addColumn<int>("lanes");
    for (const double height : {140.0, 200.0, 300.0, 500.0, 1200.0}) {
        for (const int lanes : {0, 1, 3, 9})
            QTest::addRow("%g high, %d lanes", height, lanes) << QSizeF(700, height) << lanes;
    }
}

void TimelinePartsTest::rowsNeverOverlap()
{
    QFETCH(QSizeF, size);
    QFETCH(int, lanes);
    const TimelineRows rows = layoutRows(size, {lanes, true, true, 14, 64});
    double y = 0;
    for (const QRectF& row : {rows.overview, rows.bands, rows.marks, rows.segments, rows.panel}) {
        if (row.isEmpty())
            continue;
        QVERIFY(row.top() >= y);
        y = row.bottom();
        QCOMPARE(row.left(), 64.0);
        QVERIFY(row.right() <= size.width());
    }
    QVERIFY(y + 14 <= size.height()); // the axis labels
    QVERIFY(rows.panel.contains(rows.plot));
    QVERIFY(rows.plot.height() > 40);
    QVERIFY(rows.lanes() <= mostLanes);
}

void TimelinePartsTest::peakLabelsKeepClear()
{
    const auto recording = analyzed(trainingRecording(8));
    const Device& device = recording->recording.devices[0];
    const DeviceHistory& history = recording->histories[0];
    const double end = static_cast<double>(history.eventCount());
    const QRectF plot(60, 100, 900, 300);
    const AxisGeometry geometry{TimeAxis::Events, {0, end}, plot.left(), plot.width()};
    const auto borders = columnBorders(device, history.eventCount(), geometry.window(1));
    CurveColumnSet columns;
    for (std::size_t i = 0; i < curveCount; ++i)
        columns[i] = curveColumns(history, static_cast<Curve>(i), borders);
    const auto peaks = layoutPeaks({history, device, columns, geometry, plot, 4.0 * gibibyte,
        [](const QString& text) { return QSizeF(7.0 * static_cast<double>(text.size()), 14); }});
    QCOMPARE(peaks.size(), std::size_t(2));
    QVERIFY(!peaks[0].label.intersects(peaks[1].label));
    for (const PlacedPeak& peak : peaks) {
        QVERIFY(plot.contains(peak.label));
        QVERIFY(peak.text.endsWith(QString::fromStdString(formatBytes(history.peak(peak.curve).bytes))));
        QCOMPARE(peak.point.x(), geometry.toPixel(static_cast<double>(history.peak(peak.curve).position)));
    }
}

QTEST_GUILESS_MAIN(TimelinePartsTest)
#include "tst_timeline_parts.moc"
