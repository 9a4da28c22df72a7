// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bytes.h"
#include "core/trace/recording_builder.h"
#include "tests/ui/timeline/training_recording.h"
#include "ui/timeline/band_lanes.h"
#include "ui/timeline/curve_raster.h"
#include "ui/timeline/mark_layout.h"
#include "ui/timeline/peak_labels.h"
#include "ui/timeline/timeline_rows.h"

#include <QTest>
#include <random>

using namespace tidemark;
using namespace tidemark::tests;
using namespace tidemark::ui;

// The rows above the curves, and the labels of peaks.
class TimelineHeaderTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
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

void TimelineHeaderTest::segmentSumsEqualARecount()
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

void TimelineHeaderTest::segmentTicksCountEveryEventOnce()
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

void TimelineHeaderTest::momentsGrowAsAtOnce()
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

void TimelineHeaderTest::innerBandsLieBelowOuterOnes()
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

void TimelineHeaderTest::bandsOfALaneNeverOverlap()
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

void TimelineHeaderTest::lanesGrowAsAtOnce()
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

void TimelineHeaderTest::manyBandsCostOnlyPixels()
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

void TimelineHeaderTest::openBandsReachTheEnd()
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

void TimelineHeaderTest::labelsOfMarksNeverTouch()
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

void TimelineHeaderTest::crowdedMarksBecomeOne()
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

void TimelineHeaderTest::rowsNeverOverlap_data()
{
    QTest::addColumn<QSizeF>("size");
    QTest::addColumn<int>("lanes");
    for (const double height : {140.0, 200.0, 300.0, 500.0, 1200.0}) {
        for (const int lanes : {0, 1, 3, 9})
            QTest::addRow("%g high, %d lanes", height, lanes) << QSizeF(700, height) << lanes;
    }
}

void TimelineHeaderTest::rowsNeverOverlap()
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

void TimelineHeaderTest::peakLabelsKeepClear()
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
    const auto peaks =
        layoutPeaks({history, device, columns, geometry, plot, 4.0 * gibibyte, ByteUnits::Binary,
            [](const QString& text) { return QSizeF(7.0 * static_cast<double>(text.size()), 14); }});
    QCOMPARE(peaks.size(), std::size_t(2));
    QVERIFY(!peaks[0].label.intersects(peaks[1].label));
    for (const PlacedPeak& peak : peaks) {
        QVERIFY(plot.contains(peak.label));
        QVERIFY(peak.text.endsWith(QString::fromStdString(formatBytes(history.peak(peak.curve).bytes))));
        QCOMPARE(peak.point.x(), geometry.toPixel(static_cast<double>(history.peak(peak.curve).position)));
    }
}

QTEST_GUILESS_MAIN(TimelineHeaderTest)
#include "tst_timeline_header.moc"
