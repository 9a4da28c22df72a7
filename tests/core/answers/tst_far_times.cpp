// SPDX-License-Identifier: GPL-3.0-or-later
// Times of broken files lie as far apart as numbers can: what is made of them are numbers all the same. Built
// with sanitizers, an overflow ends this.
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/curves/curve_columns.h"
#include "core/analysis/explain/explanation.h"
#include "core/base/time_distance.h"
#include "core/report/report_page.h"

#include <QtTest>

using namespace tidemark;

namespace {

// One segment, one block, one sample of the driver, between the two times.
Recording recordingBetween(std::int64_t firstUs, std::int64_t lastUs)
{
    Recording recording;
    Device& device = recording.devices.emplace_back();
    device.capacity = std::uint64_t(1) << 30;
    Event event;
    event.address = 0x7f0000000000;
    event.size = 2 << 20;
    event.timeUs = firstUs;
    event.action = Action::SegmentAlloc;
    device.events.append(event);
    event.action = Action::Alloc;
    event.size = 4096;
    event.timeUs = lastUs;
    device.events.append(event);
    DriverSample sample;
    sample.timeUs = firstUs;
    sample.event = 1;
    sample.used = 3 << 20;
    device.driver.push_back(sample);
    SampledCurve& curve = device.curves.emplace_back();
    curve.name = "allocated";
    for (const std::int64_t time : {firstUs, lastUs}) {
        curve.timeUs.push_back(time);
        curve.bytes.push_back(4096);
    }
    return recording;
}

} // namespace

class TestFarTimes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void distancesAreNumbers_data();
    void distancesAreNumbers();
    void whatIsSaidOfThem_data();
    void whatIsSaidOfThem();
};

void TestFarTimes::distancesAreNumbers_data()
{
    QTest::addColumn<qint64>("earlier");
    QTest::addColumn<qint64>("later");
    QTest::addColumn<qint64>("distance");
    const auto row = [](qint64 earlier, qint64 later, qint64 distance) {
        QTest::addRow("%lld to %lld", earlier, later) << earlier << later << distance;
    };
    row(3, 10, 7);
    row(10, 3, -7);
    row(INT64_MIN, INT64_MIN, 0);
    row(INT64_MIN, INT64_MAX, INT64_MAX);
    row(INT64_MAX, INT64_MIN, INT64_MIN);
    row(-1, INT64_MAX, INT64_MAX);
    row(0, INT64_MIN, INT64_MIN);
    row(1, INT64_MIN, INT64_MIN);
    row(INT64_MIN, 0, INT64_MAX);
    row(INT64_MAX, 0, -INT64_MAX);
}

void TestFarTimes::distancesAreNumbers()
{
    QFETCH(qint64, earlier);
    QFETCH(qint64, later);
    QTEST(qint64(timeDistance(earlier, later)), "distance");
}

void TestFarTimes::whatIsSaidOfThem_data()
{
    QTest::addColumn<qint64>("first");
    QTest::addColumn<qint64>("last");
    QTest::newRow("rising") << qint64(INT64_MIN + 5) << qint64(INT64_MAX - 5);
    QTest::newRow("falling") << qint64(INT64_MAX - 5) << qint64(INT64_MIN + 5);
    QTest::newRow("near") << qint64(INT64_MAX - 5) << qint64(INT64_MAX - 2);
}

void TestFarTimes::whatIsSaidOfThem()
{
    QFETCH(qint64, first);
    QFETCH(qint64, last);
    const AnalyzedRecording analyzed = analyze(recordingBetween(first, last));
    const Device& device = analyzed.recording.devices[0];
    const DeviceHistory& history = analyzed.histories[0];
    const SegmentList segments = history.segmentsAt(device, 2);
    const Explanation explanation =
        explain({analyzed.recording, 0, history, 2, segments, history}, settingsOf(analyzed.recording));
    if (explanation.driverAgeUs)
        QCOMPARE(qint64(*explanation.driverAgeUs), qint64(timeDistance(first, last)));
    const ReportPage page = reportPage(analyzed, {});
    QCOMPARE(qint64(page.devices.at(0).curves.durationUs), qint64(timeDistance(first, last)));
    AxisWindow window;
    window.axis = TimeAxis::Time;
    window.end = 100;
    window.columns = 10;
    const auto borders = columnBorders(device, 2, window);
    QCOMPARE(borders.size(), std::size_t(11));
    QVERIFY(std::is_sorted(borders.begin(), borders.end()) && borders.back() <= 2);
}

QTEST_GUILESS_MAIN(TestFarTimes)
#include "tst_far_times.moc"
