// SPDX-License-Identifier: GPL-3.0-or-later
// Curves and figures that were wrong elsewhere: README.md has the list.
#include "core/analysis/curves/curve_columns.h"
#include "core/analysis/reserved/composition.h"
#include "core/base/bytes.h"
#include "tests/core/analysis/analysis_fixtures.h"
#include "tests/core/reports/report_files.h"

#include <QTest>
#include <cmath>

using namespace tidemark;
using namespace tidemark::tests;
using namespace std::string_view_literals;

namespace {

constexpr std::uint64_t base = 0x7f0000000000;
constexpr std::uint64_t gib = std::uint64_t(1) << 30;

Level levelAt(const AnalyzedRecording& analyzed, std::size_t position, std::size_t device = 0)
{
    return analyzed.histories.at(device).levelAt(analyzed.recording.devices[device], position);
}

} // namespace

class TestReportFigures : public QObject {
    Q_OBJECT

private slots:
    void thereFromTheBeginning();
    void freedWithoutAllocation();
    void peakCountsWhatWasThere();
    void liveAboveCapacity();
    void poolsKeepWhatTheyMapped();
    void poolOfAnEvent();
    void poolsSumToReserved();
    void waitingForAStream();
    void oneTimeForAll();
    void beforeTheFirstEvent();
    void everyPosition();
    void share();
    void flatWhileAGraphRuns();
    void outOfMemory();
    void hostMemoryIsNoDevices();
    void otherBackends_data();
    void otherBackends();
    void units();
};

// 179491, 97590: 137 blocks that no event mentions are there from the first to the last position.
void TestReportFigures::thereFromTheBeginning()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("outside/torch26_bf16")));
    const Device& device = analyzed.recording.devices.at(0);
    const SegmentList first = analyzed.histories[0].segmentsAt(device, 0);
    const SegmentList last = analyzed.histories[0].segmentsAt(device, device.events.size());
    int ghosts = 0;
    std::uint64_t bytes = 0;
    for (const BlockInfo& block : first.blocks) {
        if (block.state == BlockState::Inactive)
            continue;
        const auto end = std::find_if(last.blocks.begin(), last.blocks.end(),
            [&](const BlockInfo& other) { return other.address == block.address; });
        QVERIFY(end != last.blocks.end() && end->size == block.size && end->state == block.state);
        QCOMPARE(end->allocEvent, BlockInfo::noEvent);
        ++ghosts;
        bytes += block.requestedSize;
    }
    QCOMPARE(ghosts, 137);
    QCOMPARE(bytes, std::uint64_t(523'811'840));
    QCOMPARE(device.history, History::Partial);
}

// 179489: 438 frees of blocks from before are no new allocations.
void TestReportFigures::freedWithoutAllocation()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("outside/torch211_training")));
    const std::size_t end = analyzed.histories.at(0).eventCount();
    QCOMPARE(levelAt(analyzed, 0).requestedBytes, std::int64_t(5'095'321'600));
    QCOMPARE(levelAt(analyzed, end).requestedBytes, std::int64_t(6'808'535'044));
}

// MemoryViz leaves what was there before out of its maximum.
void TestReportFigures::peakCountsWhatWasThere()
{
    ReportFile file;
    file.event("alloc", base + 2 * gib, gib).free(base + 2 * gib, gib);
    file.segment(base, 2 * gib, "active_allocated").segment(base + 2 * gib, gib, "inactive");
    const AnalyzedRecording analyzed = file.analyzed();
    QCOMPARE(analyzed.histories[0].peak(Curve::Allocated).bytes, static_cast<std::int64_t>(3 * gib));
    QCOMPARE(analyzed.histories[0].peak(Curve::Allocated).position, std::size_t(1));
}

// Shared memory of Windows: more live than the device has is a fact, not a fault.
void TestReportFigures::liveAboveCapacity()
{
    ReportFile file;
    file.event("segment_alloc", base, 17 * gib).event("alloc", base, 17 * gib);
    Recording recording = recordingFrom(file.segment(base, 17 * gib, "active_allocated").bytes());
    recording.devices[0].capacity = 8 * gib;
    const AnalyzedRecording analyzed = analyze(std::move(recording));
    QCOMPARE(levelAt(analyzed, 2).allocatedBytes, static_cast<std::int64_t>(17 * gib));
    QVERIFY(!analyzed.doubts[0].any());
}

// 180515, 177289: a private pool that cannot serve a request maps more, and keeps all of it.
void TestReportFigures::poolsKeepWhatTheyMapped()
{
    constexpr std::uint64_t mib = 1U << 20U;
    const std::string pool = pickled("pool_id"sv) + pickledPair(0, 1);
    ReportFile file;
    file.event("segment_map", base, 64 * mib, pool).event("alloc", base, 40 * mib, pool);
    file.event("alloc", base + 40 * mib, 24 * mib, pool);
    file.event("free_requested", base, 40 * mib, pool).event("free_completed", base, 40 * mib, pool);
    file.event("segment_map", base + 64 * mib, 64 * mib, pool)
        .event("alloc", base + 64 * mib, 50 * mib, pool);
    file.event("snapshot", 0, 0); // the file lists no segments at its end
    const AnalyzedRecording analyzed = file.analyzed();
    const SegmentList end = analyzed.histories[0].segmentsAt(analyzed.recording.devices[0], 7);
    QCOMPARE(end.segments.size(), std::size_t(1));
    QCOMPARE(end.segments[0].totalSize, 128 * mib);
    QCOMPARE(analyzed.recording.devices[0].pools[end.segments[0].pool], (PoolId{0, 1}));
    QCOMPARE(compositionOf(end).wholeFree, compositionOf(end).wholeFreeInPrivatePools);
}

// 177717: the event's own pool where it names one.
void TestReportFigures::poolOfAnEvent()
{
    ReportFile file;
    file.event("segment_alloc", base, 2 << 20, pickled("pool_id"sv) + pickledPair(0, 3));
    file.event("alloc", base, 512, pickled("pool_id"sv) + pickledPair(0, 3));
    file.event("alloc", base + (1U << 30U), 512);
    const AnalyzedRecording analyzed = file.analyzed();
    const Device& device = analyzed.recording.devices[0];
    QCOMPARE(device.pools[device.events[1].pool], (PoolId{0, 3}));
    QCOMPARE(device.events[2].pool, PoolSlot(0)); // default or unknown: no pool is made up
    QCOMPARE(analyzed.doubts[0].contradictions, std::uint64_t(1));
}

// 178240.
void TestReportFigures::poolsSumToReserved()
{
    ReportFile file;
    std::uint64_t address = base;
    for (const auto& [first, second] : {std::pair(0, 0), std::pair(0, 1), std::pair(1, 0)}) {
        file.segment(address, 3U << 20U, "active_allocated",
            pickled("segment_pool_id"sv)
                + pickledPair(static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(second)));
        address += 64U << 20U;
    }
    const AnalyzedRecording analyzed = file.analyzed();
    const Device& device = analyzed.recording.devices[0];
    QCOMPARE(device.pools.size(), std::size_t(3));
    std::uint64_t sum = 0;
    std::vector<bool> isSeen(3);
    for (const SegmentInfo& segment : device.after->segments) {
        sum += segment.totalSize;
        isSeen[segment.pool] = true;
    }
    QCOMPARE(static_cast<std::int64_t>(sum), levelAt(analyzed, 0).reservedBytes);
    QVERIFY(isSeen[0] && isSeen[1] && isSeen[2]);
}

// titan 735, 124260: between request and completion of a free the memory is active, and not allocated.
void TestReportFigures::waitingForAStream()
{
    ReportFile file;
    file.event("segment_alloc", base, gib).event("alloc", base, gib);
    file.event("segment_alloc", base + gib, 2U << 20U).event("free_requested", base, gib);
    for (int i = 0; i < 100; ++i)
        file.event("alloc", base + gib, 512).free(base + gib, 512);
    file.event("free_completed", base, gib);
    const AnalyzedRecording analyzed = file.analyzed();
    for (std::size_t position = 4; position < 305; ++position) {
        const Level level = levelAt(analyzed, position);
        QVERIFY(level.activeBytes - level.allocatedBytes >= static_cast<std::int64_t>(gib));
        const SegmentList list = analyzed.histories[0].segmentsAt(analyzed.recording.devices[0], position);
        QVERIFY(compositionOf(list).waiting >= gib);
    }
    QCOMPARE(levelAt(analyzed, 305).activeBytes, std::int64_t(0));

    ReportFile pending;
    pending.segment(base, gib, "active_pending_free");
    const Level level = levelAt(pending.analyzed(), 0);
    QCOMPARE(level.activeBytes, static_cast<std::int64_t>(gib));
    QCOMPARE(level.allocatedBytes, std::int64_t(0));
}

// 112266: ties are kept in the file's order, and the time axis has no width of zero.
void TestReportFigures::oneTimeForAll()
{
    ReportFile file;
    const std::string time = pickled("time_us"sv) + pickled(1'700'000'000'000'000);
    file.event("segment_alloc", base, 2U << 20U, time).event("alloc", base, 512, time);
    file.event("free_requested", base, 512, time).event("free_completed", base, 512, time);
    const AnalyzedRecording analyzed = file.analyzed();
    const Device& device = analyzed.recording.devices[0];
    QCOMPARE(levelAt(analyzed, 2).allocatedBytes, std::int64_t(512));
    QCOMPARE(axisValue(device, TimeAxis::Time, 4), 0.0);
    const AxisWindow window = {TimeAxis::Time, 0, 0, 16};
    const auto borders = columnBorders(device, 4, window);
    const auto columns = curveColumns(analyzed.histories[0], Curve::Allocated, borders);
    QCOMPARE(columns.size(), std::size_t(16));
    QVERIFY(std::is_sorted(borders.begin(), borders.end()));
    QCOMPARE(positionAt(device, 4, TimeAxis::Time, 0), std::size_t(4));
}

// gotraceui 71, trace-viewer 221: nothing is there, and nothing is no number.
void TestReportFigures::beforeTheFirstEvent()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("vgg")));
    const Device& device = analyzed.recording.devices.at(0);
    const std::size_t count = device.events.size();
    const AxisWindow windows[] = {{TimeAxis::Time, -2e9, -1e9, 50}, {TimeAxis::Events, -500, -100, 50},
        {TimeAxis::Time, -1e300, 1e300, 50}, {TimeAxis::Events, std::nan(""), std::nan(""), 50},
        {TimeAxis::Events, 1e12, 2e12, 50}};
    for (const AxisWindow& window : windows) {
        const auto borders = columnBorders(device, count, window);
        QCOMPARE(borders.size(), std::size_t(51));
        QVERIFY(std::is_sorted(borders.begin(), borders.end()) && borders.back() <= count);
        for (const CurveColumn& column : curveColumns(analyzed.histories[0], Curve::Reserved, borders))
            QVERIFY(column.min >= 0 && column.min <= column.max);
    }
    const auto early = columnBorders(device, count, windows[0]);
    for (const CurveColumn& column : curveColumns(analyzed.histories[0], Curve::Reserved, early))
        QCOMPARE(column.max, std::int64_t(0));
}

// 91336: position 0 holds nothing, 97 what the file says.
void TestReportFigures::everyPosition()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("outside/torch26_small")));
    const Device& device = analyzed.recording.devices.at(0);
    QCOMPARE(device.events.size(), std::size_t(97));
    for (std::size_t position = 0; position <= 97; ++position) {
        const SegmentList list = analyzed.histories[0].segmentsAt(device, position);
        QCOMPARE(flawOf(list), QString());
        QVERIFY(recount(list) == levelAt(analyzed, position));
    }
    QCOMPARE(levelAt(analyzed, 0).active, std::int64_t(0));
    QCOMPARE(difference(analyzed.histories[0].segmentsAt(device, 97), *device.after), QString());
}

// 29554: allocated of reserved.
void TestReportFigures::share()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("outside/torch26_small")));
    const Level end = levelAt(analyzed, 97);
    QCOMPARE(end.allocatedBytes, std::int64_t(31'719'936));
    QCOMPARE(end.reservedBytes, std::int64_t(3'781'165'056));
}

// 51075: no event is no news; nothing is said about it.
void TestReportFigures::flatWhileAGraphRuns()
{
    ReportFile file;
    const auto at = [](std::uint64_t time) { return pickled("time_us"sv) + pickled(time); };
    file.event("segment_alloc", base, 2U << 20U, at(1'000'000))
        .event("alloc", base, 1U << 20U, at(1'000'001));
    file.event("alloc", base + (1U << 20U), 1U << 20U, at(9'000'000'000));
    const AnalyzedRecording analyzed = file.analyzed();
    QCOMPARE(analyzed.histories[0].valueAt(Curve::Allocated, 2), std::int64_t(1U << 20U));
    const std::size_t halfWay = positionAt(analyzed.recording.devices[0], 3, TimeAxis::Time, 4e9);
    QCOMPARE(halfWay, std::size_t(2));
}

// 16901, 32101: what was asked for and what was free; there is no address.
void TestReportFigures::outOfMemory()
{
    PickleWriter oom;
    oom.raw("}(")
        .text("action")
        .text("oom")
        .text("device_free")
        .number(123'456)
        .text("size")
        .number(gib)
        .raw("u");
    PickleWriter pickle;
    pickle.raw("\x80\4}(").text("device_traces").raw("](](").event("segment_alloc", base, 4U << 20U);
    pickle.event("alloc", base, 512)
        .raw({oom.bytes().constData(), static_cast<std::size_t>(oom.bytes().size())})
        .raw("eeu.");
    const AnalyzedRecording analyzed = analyze(recordingFrom(pickle.bytes()));
    const Event event = analyzed.recording.devices[0].events[2];
    QCOMPARE(event.action, Action::Oom);
    QCOMPARE(event.address, std::uint64_t(123'456));
    QCOMPARE(event.size, gib);
    QVERIFY(levelAt(analyzed, 2) == levelAt(analyzed, 3));
    QVERIFY(!analyzed.doubts[0].any());
    // Named for an OOM, but without the event.
    const AnalyzedRecording named = analyze(recordingOf(QStringLiteral("outside/torch20_oom")));
    for (const Device& device : named.recording.devices) {
        for (std::size_t i = 0; i < device.events.size(); ++i)
            QVERIFY(device.events.action()[i] != Action::Oom);
    }
}

// 182407.
void TestReportFigures::hostMemoryIsNoDevices()
{
    const std::string segment = "](}(" + pickled("address"sv) + pickled(base) + pickled("total_size"sv)
        + pickled(4096) + pickled("blocks"sv) + "](}(" + pickled("size"sv) + pickled(4096)
        + pickled("state"sv) + pickled("active_allocated"sv) + "ueue";
    ReportFile file;
    file.top("host_segments", segment).top("host_traces", "](]e");
    const AnalyzedRecording alone = file.analyzed(); // record_cuda=False
    QCOMPARE(alone.recording.devices.size(), std::size_t(1));
    QVERIFY(alone.recording.devices[0].ordinal < 0);
    QCOMPARE(alone.recording.devices[0].name, std::string("pinned host memory"));

    file.segment(base, 512, "active_allocated");
    const AnalyzedRecording both = file.analyzed();
    QCOMPARE(both.recording.devices.size(), std::size_t(2));
    QCOMPARE(levelAt(both, 0, 0).reservedBytes, std::int64_t(512));
    QCOMPARE(levelAt(both, 0, 1).reservedBytes, std::int64_t(4096));
}

void TestReportFigures::otherBackends_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::newRow("XPU: torch-xpu-ops 2311") << QByteArray("PYTORCH_XPU_ALLOC_CONF");
    QTest::newRow("NPU: verl 6207") << QByteArray("PYTORCH_NPU_ALLOC_CONF");
    QTest::newRow("any") << QByteArray("PYTORCH_ALLOC_CONF");
}

// The same dict from other devices; no device is called CUDA.
void TestReportFigures::otherBackends()
{
    QFETCH(QByteArray, key);
    ReportFile file;
    file.event("segment_alloc", base, 20U << 20U).event("alloc", base, 3'000'000).event("snapshot", 0, 0);
    file.top("allocator_settings",
        "}(" + pickled(std::string_view(key.constData(), static_cast<std::size_t>(key.size())))
            + pickled("roundup_power2_divisions:4"sv) + "u");
    const AnalyzedRecording analyzed = file.analyzed();
    QCOMPARE(analyzed.recording.allocatorConf, std::string("roundup_power2_divisions:4"));
    QCOMPARE(levelAt(analyzed, 2).allocatedBytes, std::int64_t(3'145'728)); // the setting counts
    QVERIFY(!says(analyzed.recording, "CUDA"));
}

// 91854: KiB, MiB and GiB are what is meant, and said.
void TestReportFigures::units()
{
    QCOMPARE(QString::fromStdString(formatBytes(1024)), QStringLiteral("1.00 KiB"));
    QVERIFY(formatBytes(3'781'165'056).ends_with("GiB"));
}

QTEST_GUILESS_MAIN(TestReportFigures)
#include "tst_report_figures.moc"
