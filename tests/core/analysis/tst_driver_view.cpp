// SPDX-License-Identifier: GPL-3.0-or-later
// The driver's figures beside the allocator's.
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/devices/driver_view.h"
#include "core/files/open_recording.h"
#include "tests/support/test_data.h"

#include <QtTest>
#include <algorithm>
#include <random>
#include <vector>

using namespace tidemark;

namespace {

constexpr std::int64_t mebi = 1024 * 1024;
constexpr std::int64_t unknown = DriverSample::unknown;

// Segments of 20 MiB that come one after the other: after k events k of them are reserved.
Device growing(int segments)
{
    Device device;
    device.capacity = 1000 * mebi;
    device.history = History::Whole;
    for (int i = 0; i < segments; ++i) {
        Event event;
        event.timeUs = 1000 * (i + 1);
        event.address = static_cast<std::uint64_t>((i + 1) * 100 * mebi);
        event.size = 20 * mebi;
        event.action = Action::SegmentAlloc;
        device.events.append(event);
    }
    return device;
}

DeviceHistory historyOf(const Device& device)
{
    DeviceHistory history;
    history.advance(device);
    return history;
}

DriverSample sampleAt(std::uint64_t event, std::int64_t used, std::int64_t process)
{
    DriverSample sample;
    sample.timeUs = static_cast<std::int64_t>(1000 * event + 1);
    sample.event = event;
    sample.used = used;
    sample.processUsed = process;
    sample.processSource = process == unknown ? ProcessMemorySource::Unknown : ProcessMemorySource::ProcessId;
    return sample;
}

using Bytes = std::optional<std::int64_t>;

} // namespace

class TestDriverView : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void figures_data();
    void figures();
    void aRecordingFromAGpu();
    void nvmlStandsInForTheRuntime();
    void theNewestSampleThatIsNotBehind();
    void samplesOfEventsToCome();
    void peaks();
    void stepsChangeOnlyWhenSomethingDoes();
    void stepsGrow();
};

void TestDriverView::figures_data()
{
    QTest::addColumn<qint64>("used");
    QTest::addColumn<qint64>("process");
    QTest::addColumn<Bytes>("outside");
    QTest::addColumn<Bytes>("others");
    QTest::addColumn<Bytes>("outsideAndOthers");
    QTest::addColumn<Bytes>("free");
    QTest::addColumn<bool>("isTorn");
    // 40 MiB are reserved, of 1000.
    const auto mib = [](std::int64_t count) { return Bytes(count * mebi); };
    const Bytes none;
    QTest::newRow("all is known") << qint64(700 * mebi) << qint64(540 * mebi) << mib(500) << mib(160) << none
                                  << mib(300) << false;
    QTest::newRow("alone") << qint64(540 * mebi) << qint64(540 * mebi) << mib(500) << mib(0) << none
                           << mib(460) << false;
    QTest::newRow("nothing outside") << qint64(40 * mebi) << qint64(40 * mebi) << mib(0) << mib(0) << none
                                     << mib(960) << false;
    QTest::newRow("no process") << qint64(700 * mebi) << qint64(unknown) << none << none << mib(660)
                                << mib(300) << false;
    QTest::newRow("process only") << qint64(unknown) << qint64(540 * mebi) << mib(500) << none << none << none
                                  << false;
    QTest::newRow("two questions that differ by a little")
        << qint64(540 * mebi) << qint64(541 * mebi) << mib(501) << mib(0) << none << mib(460) << false;
    QTest::newRow("process before a segment was seen")
        << qint64(700 * mebi) << qint64(30 * mebi) << none << mib(670) << none << mib(300) << true;
    QTest::newRow("device before a segment was seen")
        << qint64(30 * mebi) << qint64(unknown) << none << none << none << mib(970) << true;
    QTest::newRow("more than the card has")
        << qint64(1001 * mebi) << qint64(unknown) << none << none << mib(961) << none << false;
    QTest::newRow("nothing") << qint64(unknown) << qint64(unknown) << none << none << none << none << false;
}

void TestDriverView::figures()
{
    QFETCH(qint64, used);
    QFETCH(qint64, process);
    QFETCH(Bytes, outside);
    QFETCH(Bytes, others);
    QFETCH(Bytes, outsideAndOthers);
    QFETCH(Bytes, free);
    QFETCH(bool, isTorn);
    const Device device = growing(5);
    const DriverFigures figures = driverFigures(device, historyOf(device), sampleAt(2, used, process));
    QCOMPARE(figures.reserved, 40 * mebi);
    QCOMPARE(figures.position, std::size_t(2));
    QCOMPARE(figures.used, used == unknown ? Bytes() : Bytes(used));
    QCOMPARE(figures.process, process == unknown ? Bytes() : Bytes(process));
    QCOMPARE(figures.outside, outside);
    QCOMPARE(figures.others, others);
    QCOMPARE(figures.outsideAndOthers, outsideAndOthers);
    QCOMPARE(figures.free, free);
    QCOMPARE(figures.isTorn, isTorn);
    QVERIFY(!figures.isUsedByNvml);
    // What is told of the card, band by band, sums to it.
    if (outside && others && free && process <= used)
        QCOMPARE(figures.reserved + *outside + *others + *free, std::int64_t(device.capacity));
}

// An H200 while 2 GiB were allocated, freed, and given back by empty_cache().
void TestDriverView::aRecordingFromAGpu()
{
    const auto recording =
        openRecording(tests::testDataFile(QStringLiteral("cuda/playground_driver.tide")).toStdString());
    QVERIFY(recording);
    const AnalyzedRecording analyzed = analyze(*recording);
    const Device& device = analyzed.recording.devices.front();
    const DeviceHistory& history = analyzed.histories.front();
    QVERIFY(device.driver.size() > 10);
    std::vector<std::int64_t> process;
    for (std::size_t i = 0; i < device.driver.size(); ++i) {
        const DriverFigures figures = driverFigures(device, history, device.driver[i]);
        QVERIFY(!figures.isTorn);
        QCOMPARE(figures.processSource, ProcessMemorySource::ProcessId);
        QVERIFY(figures.reserved <= *figures.process);
        QVERIFY(*figures.process <= *figures.used);
        QVERIFY(*figures.used <= static_cast<std::int64_t>(device.capacity));
        process.push_back(*figures.process);
    }
    const auto highest = *std::max_element(process.begin(), process.end());
    QCOMPARE(highest - process.back(), 2048 * mebi);
}

void TestDriverView::nvmlStandsInForTheRuntime()
{
    const Device device = growing(2);
    DriverSample sample = sampleAt(2, unknown, 540 * mebi);
    sample.nvmlUsed = 800 * mebi;
    DriverFigures figures = driverFigures(device, historyOf(device), sample);
    QCOMPARE(figures.used, Bytes(800 * mebi));
    QVERIFY(figures.isUsedByNvml);
    QCOMPARE(figures.others, Bytes(260 * mebi));
    sample.used = 600 * mebi;
    figures = driverFigures(device, historyOf(device), sample);
    QCOMPARE(figures.used, Bytes(600 * mebi));
    QVERIFY(!figures.isUsedByNvml);
}

void TestDriverView::theNewestSampleThatIsNotBehind()
{
    Device device = growing(6);
    for (const std::uint64_t event : {1U, 1U, 4U})
        device.driver.push_back(sampleAt(event, unknown, std::int64_t(500 + device.driver.size()) * mebi));
    const DeviceHistory history = historyOf(device);
    QVERIFY(!driverFiguresAt(device, history, 0));
    QCOMPARE(driverFiguresAt(device, history, 1)->process, Bytes(501 * mebi));
    QCOMPARE(driverFiguresAt(device, history, 3)->process, Bytes(501 * mebi));
    QCOMPARE(driverFiguresAt(device, history, 3)->reserved, 20 * mebi); // when it was asked
    QCOMPARE(driverFiguresAt(device, history, 4)->process, Bytes(502 * mebi));
    QCOMPARE(driverFiguresAt(device, history, 6)->process, Bytes(502 * mebi));
    QVERIFY(!driverFiguresAt(growing(3), historyOf(growing(3)), 3));
}

// In a live recording a sample may come before the events it stands behind.
void TestDriverView::samplesOfEventsToCome()
{
    Device device = growing(2);
    device.driver.push_back(sampleAt(50, 1100 * mebi, unknown));
    const DeviceHistory history = historyOf(device);
    QVERIFY(!driverFiguresAt(device, history, 2));
    QVERIFY(!driverPeaks(device, history).process);
    DriverSteps steps;
    steps.advance(device, history);
    QVERIFY(steps.steps().empty());
    Device grown = growing(60);
    grown.driver = device.driver;
    steps.advance(grown, historyOf(grown));
    QCOMPARE(steps.steps().size(), std::size_t(1));
    QCOMPARE(steps.steps()[0].position, std::size_t(50));
    QVERIFY(!steps.steps()[0].outside); // 1000 MiB are reserved then
}

void TestDriverView::peaks()
{
    Device device = growing(6);
    device.driver.push_back(sampleAt(1, 300 * mebi, 220 * mebi)); // outside 200, others 80
    device.driver.push_back(sampleAt(2, 400 * mebi, 290 * mebi)); // 250, 110
    device.driver.push_back(sampleAt(3, 400 * mebi, 290 * mebi)); // 230, 110
    device.driver.push_back(sampleAt(6, 330 * mebi, 10 * mebi)); // torn
    const DriverPeaks peaks = driverPeaks(device, historyOf(device));
    QCOMPARE(peaks.process->bytes, 290 * mebi);
    QCOMPARE(peaks.process->sample, std::size_t(1)); // the first of equals
    QCOMPARE(peaks.used->bytes, 400 * mebi);
    QCOMPARE(peaks.outside->bytes, 250 * mebi);
    QCOMPARE(peaks.outside->sample, std::size_t(1));
    QCOMPARE(peaks.torn, std::size_t(1));
    QVERIFY(!peaks.outsideAndOthers);
    QVERIFY(!driverPeaks(growing(2), historyOf(growing(2))).process);
}

void TestDriverView::stepsChangeOnlyWhenSomethingDoes()
{
    Device device = growing(8);
    device.driver.push_back(sampleAt(0, 100 * mebi, 50 * mebi));
    device.driver.push_back(sampleAt(1, 120 * mebi, 70 * mebi)); // the same beyond 20 MiB reserved
    device.driver.push_back(sampleAt(2, 160 * mebi, 100 * mebi)); // a library took 10 MiB
    device.driver.push_back(sampleAt(3, 10 * mebi, 10 * mebi)); // torn
    device.driver.push_back(sampleAt(4, 200 * mebi, unknown));
    device.driver.push_back(sampleAt(4, 200 * mebi, 140 * mebi)); // the newest at a position counts
    DriverSteps steps;
    steps.advance(device, historyOf(device));
    QCOMPARE(steps.steps().size(), std::size_t(3));
    const DriverStep first = {0, 50 * mebi, 100 * mebi};
    const DriverStep second = {2, 60 * mebi, 120 * mebi};
    const DriverStep third = {4, 60 * mebi, 120 * mebi};
    QVERIFY(steps.steps()[0] == first);
    QVERIFY(steps.steps()[1] == second);
    QVERIFY(steps.steps()[2] == third);
    QVERIFY(steps.tellsProcess());
    QVERIFY(steps.tellsUse());
}

// Looked at piece by piece or at once, the steps are the same.
void TestDriverView::stepsGrow()
{
    std::mt19937 random(11);
    const Device events = growing(40);
    const DeviceHistory history = historyOf(events);
    Device device = events;
    DriverSteps pieces;
    for (std::uint64_t event = 0; event <= 40; event += random() % 3) {
        const std::int64_t reserved = std::int64_t(event) * 20 * mebi;
        const std::int64_t outside = std::int64_t(random() % 3) * mebi;
        device.driver.push_back(
            sampleAt(event, reserved + 500 * mebi, random() % 4 == 0 ? unknown : reserved + outside));
        if (random() % 2 == 0)
            pieces.advance(device, history);
    }
    pieces.advance(device, history);
    DriverSteps whole;
    whole.advance(device, history);
    QVERIFY(whole.steps().size() > 5);
    QVERIFY(pieces.steps() == whole.steps());
    for (std::size_t i = 1; i < whole.steps().size(); ++i)
        QVERIFY(whole.steps()[i - 1].position < whole.steps()[i].position);
}

QTEST_GUILESS_MAIN(TestDriverView)
#include "tst_driver_view.moc"
