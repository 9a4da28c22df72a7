// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/composition.h"
#include "core/base/bytes.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::uint64_t base = 0x7f0000000000;

// What empty_cache() returned in a recording: segment_free and segment_unmap events in a row, with nothing
// taken from the driver right behind them (that would be an allocation under pressure).
struct Release {
    std::size_t position = 0; // just before it
    std::uint64_t bytes = 0;
    std::size_t segments = 0; // segment_free only
};

std::vector<Release> releasesOf(const Device& device)
{
    std::vector<Release> result;
    const auto isRelease = [&](std::size_t i) {
        const Action action = device.events.action()[i];
        return action == Action::SegmentFree || action == Action::SegmentUnmap;
    };
    for (std::size_t i = 0; i < device.events.size(); ++i) {
        if (!isRelease(i))
            continue;
        Release release;
        release.position = i;
        for (; i < device.events.size() && isRelease(i); ++i) {
            release.bytes += device.events.sizes()[i];
            release.segments += device.events.action()[i] == Action::SegmentFree ? 1 : 0;
        }
        const Action next = i < device.events.size() ? device.events.action()[i] : Action::Unknown;
        if (next != Action::SegmentAlloc && next != Action::SegmentMap)
            result.push_back(release);
    }
    return result;
}

} // namespace

class CompositionTest : public QObject {
    Q_OBJECT

private slots:
    void predictsEmptyCache_data();
    void predictsEmptyCache();
    void sums_data();
    void sums();
    void plainSegments();
    void expandablePages();
    void pinned();
};

void CompositionTest::predictsEmptyCache_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"seed_example", "vary", "expandable_vary", "graphs_freed"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void CompositionTest::predictsEmptyCache()
{
    QFETCH(QString, name);
    const AnalyzedRecording analyzed = analyze(recordingOf(name));
    const Device& device = analyzed.recording.devices[0];
    const std::vector<Release> releases = releasesOf(device);
    QVERIFY(!releases.empty());
    for (const Release& release : releases) {
        const Composition composition =
            compositionOf(analyzed.histories[0].segmentsAt(device, release.position));
        QCOMPARE(composition.wholeFree, release.bytes);
        if (release.segments > 0)
            QCOMPARE(composition.releasableSegments, release.segments);
    }
}

void CompositionTest::sums_data()
{
    QTest::addColumn<QString>("name");
    for (const QString& name : wholeRecordings())
        QTest::newRow(qPrintable(name)) << name;
}

void CompositionTest::sums()
{
    QFETCH(QString, name);
    const AnalyzedRecording analyzed = analyze(recordingOf(name));
    std::mt19937_64 random(testSeed());
    for (std::size_t d = 0; d < analyzed.histories.size(); ++d) {
        const Device& device = analyzed.recording.devices[d];
        const DeviceHistory& history = analyzed.histories[d];
        for (int i = 0; i < 50; ++i) {
            const std::size_t position = random() % (history.eventCount() + 1);
            const SegmentList list = history.segmentsAt(device, position);
            const Composition parts = compositionOf(list);
            const Level level = history.levelAt(device, position);
            QCOMPARE(
                parts.allocated + parts.waiting + parts.freeBesideLive + parts.wholeFree, parts.reserved);
            QCOMPARE(static_cast<std::int64_t>(parts.reserved), level.reservedBytes);
            QCOMPARE(static_cast<std::int64_t>(parts.allocated), level.allocatedBytes);
            QCOMPARE(static_cast<std::int64_t>(parts.allocated + parts.waiting), level.activeBytes);
            QCOMPARE(static_cast<std::int64_t>(parts.requested), level.requestedBytes);
            std::uint64_t pinnedFree = 0;
            for (const PinnedSegment& pin : pinnedSegments(list))
                pinnedFree += pin.freeBytes;
            QVERIFY(pinnedFree <= parts.freeBesideLive);
            if (level.segment > 0)
                QCOMPARE(pinnedFree, parts.freeBesideLive);
        }
    }
}

void CompositionTest::plainSegments()
{
    TraceWriter trace;
    trace.segment(base, 20 * mebibyte).segment(base + gibibyte, 2 * mebibyte).alloc(base, 4 * mebibyte);
    trace.alloc(base + 4 * mebibyte, 4 * mebibyte).add(Action::FreeRequested, base, 4 * mebibyte);
    const Composition parts = compositionOf(trace.replay().segments());
    QCOMPARE(parts.reserved, 22 * mebibyte);
    QCOMPARE(parts.allocated, 4 * mebibyte);
    QCOMPARE(parts.waiting, 4 * mebibyte);
    QCOMPARE(parts.freeBesideLive, 12 * mebibyte);
    QCOMPARE(parts.wholeFree, 2 * mebibyte);
    QCOMPARE(parts.segments, 2U);
    QCOMPARE(parts.releasableSegments, 1U);
    QCOMPARE(parts.wholeFreeInPrivatePools, 0U);
}

// Four blocks of 16 MiB in 80 MiB of mapped pages; the middle two go: one whole page can be given back.
void CompositionTest::expandablePages()
{
    const std::uint64_t page = 20 * mebibyte;
    const std::uint64_t size = 16 * mebibyte;
    TraceWriter trace;
    for (std::uint64_t i = 0; i < 4; ++i)
        trace.map(base + i * page, page).alloc(base + i * size, size);
    trace.free(base + size, size).free(base + 2 * size, size);
    Composition parts = compositionOf(trace.replay().segments());
    QCOMPARE(parts.wholeFree, page);
    QCOMPARE(parts.freeBesideLive, 12 * mebibyte + 16 * mebibyte);
    QCOMPARE(parts.releasableSegments, 0U);
    trace.free(base, size).free(base + 3 * size, size);
    parts = compositionOf(trace.replay().segments());
    QCOMPARE(parts.wholeFree, 4 * page);
    QCOMPARE(parts.freeBesideLive, 0U);
    QCOMPARE(parts.releasableSegments, 1U);
}

void CompositionTest::pinned()
{
    TraceWriter trace;
    trace.segment(base, 20 * mebibyte)
        .segment(base + gibibyte, 2 * mebibyte)
        .segment(base + 2 * gibibyte, 2 * mebibyte);
    trace.alloc(base, 2 * mebibyte).alloc(base + gibibyte, 512).alloc(base + gibibyte + 512, 512);
    const SegmentList list = trace.replay().segments();
    const auto pins = pinnedSegments(list);
    QCOMPARE(pins.size(), 2U);
    QCOMPARE(pins[0].segment, 0U);
    QCOMPARE(pins[0].freeBytes, 18 * mebibyte);
    QCOMPARE(pins[0].liveBytes, 2 * mebibyte);
    QCOMPARE(pins[1].segment, 1U);
    QCOMPARE(pins[1].liveBlocks, 2U);
    QCOMPARE(pins[1].freeBytes, 2 * mebibyte - 1024);
}

QTEST_GUILESS_MAIN(CompositionTest)
#include "tst_composition.moc"
