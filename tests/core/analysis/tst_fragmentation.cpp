// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/composition.h"
#include "core/analysis/reserved/fragmentation.h"
#include "core/analysis/reserved/fragmentation_curves.h"
#include "core/base/bytes.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>
#include <map>
#include <set>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::uint64_t base = 0x7f0000000000;

// Free blocks counted one by one.
FreeMemory countFree(const SegmentList& list, const std::optional<FreeKey>& only = {})
{
    FreeMemory sum;
    for (const SegmentInfo& segment : list.segments) {
        if (only && keyOf(segment) != *only)
            continue;
        for (const BlockInfo& block : list.blocksOf(segment)) {
            if (block.state == BlockState::Inactive)
                sum.add(block.size);
        }
    }
    return sum;
}

std::set<FreeKey> keysOf(const SegmentList& list)
{
    std::set<FreeKey> keys;
    for (const SegmentInfo& segment : list.segments)
        keys.insert(keyOf(segment));
    return keys;
}

QStringList allRecordings()
{
    return wholeRecordings() << QStringLiteral("wrapped") << QStringLiteral("segments_only");
}

// The curves against segmentsAt() at random moments. Returns what differs.
QString curveDifference(const AnalyzedRecording& analyzed, std::size_t d, const std::optional<FreeKey>& only,
    std::mt19937_64& random, int samples)
{
    const Device& device = analyzed.recording.devices[d];
    const DeviceHistory& history = analyzed.histories[d];
    const FragmentationCurves curves =
        fragmentationCurves(analyzed, d, only ? MemoryFilter(*only) : MemoryFilter());
    if (!curves.isComplete || curves.free.size() != history.eventCount()
        || curves.largest.size() != history.eventCount())
        return QStringLiteral("not all events");
    for (int i = 0; i < samples; ++i) {
        const std::size_t position = i == 0 ? 0
            : i == 1                        ? history.eventCount()
                                            : random() % (history.eventCount() + 1);
        const FreeMemory wanted = countFree(history.segmentsAt(device, position), only);
        const std::int64_t free = position == 0 ? curves.freeBefore : curves.free[position - 1];
        const std::int64_t largest = position == 0 ? curves.largestBefore : curves.largest[position - 1];
        if (free != static_cast<std::int64_t>(wanted.bytes)
            || largest != static_cast<std::int64_t>(wanted.largest))
            return QStringLiteral("position %1: free %2 for %3, largest %4 for %5")
                .arg(position)
                .arg(free)
                .arg(wanted.bytes)
                .arg(largest)
                .arg(wanted.largest);
    }
    return {};
}

AnalyzedRecording analyzedOf(const Device& device)
{
    Recording recording;
    recording.devices.push_back(device);
    return analyze(std::move(recording));
}

} // namespace

class FragmentationTest : public QObject {
    Q_OBJECT

private slots:
    void sums_data();
    void sums();
    void split();
    void asking();
    void beingFreed();
    void curvesEqualCounting_data();
    void curvesEqualCounting();
    void curvesOfEachPool_data();
    void curvesOfEachPool();
    void curvesOfContradictions();
    void curvesStop();
};

void FragmentationTest::sums_data()
{
    QTest::addColumn<QString>("name");
    for (const QString& name : allRecordings())
        QTest::newRow(qPrintable(name)) << name;
}

void FragmentationTest::sums()
{
    QFETCH(QString, name);
    const AnalyzedRecording analyzed = analyze(recordingOf(name));
    std::mt19937_64 random(testSeed());
    for (std::size_t d = 0; d < analyzed.histories.size(); ++d) {
        const Device& device = analyzed.recording.devices[d];
        for (int i = 0; i < 30; ++i) {
            const std::size_t position = random() % (analyzed.histories[d].eventCount() + 1);
            const SegmentList list = analyzed.histories[d].segmentsAt(device, position);
            const Fragmentation got = fragmentationOf(list, askingStream(device, position));
            const UnusedSplit& split = got.split;
            const Composition composition = compositionOf(list);
            QCOMPARE(split.reserved, composition.reserved);
            QCOMPARE(split.pinned + split.wholeFree + split.otherStreams + split.waiting + split.rounding,
                split.reserved - split.requested);
            QCOMPARE(split.pinned + split.wholeFree + split.otherStreams,
                composition.freeBesideLive + composition.wholeFree);
            QCOMPARE(split.wholeFree + split.otherStreamsWholeFree, composition.wholeFree);
            QCOMPARE(split.waiting, composition.waiting);
            QCOMPARE(got.free, countFree(list));
            const std::set<FreeKey> keys = keysOf(list);
            QCOMPARE(got.pools.size(), keys.size());
            std::uint64_t reserved = 0;
            for (const PoolFragmentation& pool : got.pools) {
                QVERIFY(keys.contains(pool.key));
                QCOMPARE(pool.free, countFree(list, pool.key));
                reserved += pool.reserved;
            }
            QCOMPARE(reserved, split.reserved);
        }
    }
}

void FragmentationTest::split()
{
    // Stream 0: 20 MiB with 4,000,000 B held in it, and 20 MiB whole free. Stream 1: 20 MiB with 2 MiB held.
    TraceWriter trace;
    trace.segment(base, 20 * mebibyte).alloc(base, 4'000'000);
    trace.segment(base + 32 * mebibyte, 20 * mebibyte);
    trace.add(Action::SegmentAlloc, base + 64 * mebibyte, 20 * mebibyte, 1)
        .add(Action::Alloc, base + 64 * mebibyte, 2 * mebibyte, 1);
    const SegmentList list = trace.replay().segments();
    const UnusedSplit own = fragmentationOf(list, 0).split;
    QCOMPARE(own.reserved, 60 * mebibyte);
    QCOMPARE(own.requested, 4'000'000 + 2 * mebibyte);
    QCOMPARE(own.rounding, std::uint64_t(256));
    QCOMPARE(own.pinned, 20 * mebibyte - 4'000'256);
    QCOMPARE(own.wholeFree, 20 * mebibyte);
    QCOMPARE(own.otherStreams, 18 * mebibyte);
    QCOMPARE(own.otherStreamsWholeFree, std::uint64_t(0));
    const UnusedSplit other = fragmentationOf(list, 1).split;
    QCOMPARE(other.pinned, 18 * mebibyte);
    QCOMPARE(other.otherStreams, 40 * mebibyte - 4'000'256);
    QCOMPARE(other.otherStreamsWholeFree, 20 * mebibyte);
    const Fragmentation all = fragmentationOf(list, 0);
    QCOMPARE(all.free.pieces, std::size_t(3));
    QCOMPARE(all.free.largest, 20 * mebibyte);
    QCOMPARE(all.pools.size(), std::size_t(2));
    QCOMPARE(all.pools[1].free.fragmentation(), 0.0);
    QVERIFY(all.pools[0].free.fragmentation() > 0.4 && all.pools[0].free.fragmentation() < 0.5);
    QCOMPARE(FreeMemory().fragmentation(), 0.0);
}

void FragmentationTest::asking()
{
    TraceWriter trace;
    QCOMPARE(askingStream(trace.device(), 0), StreamSlot(0));
    trace.segment(base, 20 * mebibyte)
        .alloc(base, 4 * mebibyte)
        .add(Action::SegmentAlloc, base + 64 * mebibyte, 20 * mebibyte, 1)
        .add(Action::Alloc, base + 64 * mebibyte, 2 * mebibyte, 1)
        .free(base, 4 * mebibyte);
    QCOMPARE(askingStream(trace.device(), 3), StreamSlot(0));
    QCOMPARE(askingStream(trace.device(), 4), StreamSlot(1));
    QCOMPARE(askingStream(trace.device(), 6), StreamSlot(1));
    QCOMPARE(askingStream(trace.device(), 1000), StreamSlot(1));
}

void FragmentationTest::beingFreed()
{
    TraceWriter trace;
    trace.segment(base, 20 * mebibyte)
        .alloc(base, 2 * mebibyte)
        .alloc(base + 2 * mebibyte, 2 * mebibyte)
        .free(base, 2 * mebibyte)
        .add(Action::FreeRequested, base + 2 * mebibyte, 2 * mebibyte)
        .alloc(base, 2 * mebibyte);
    QVERIFY(!isBeingFreed(trace.device(), 3, base));
    QVERIFY(isBeingFreed(trace.device(), 4, base));
    QVERIFY(!isBeingFreed(trace.device(), 4, base + 2 * mebibyte));
    QVERIFY(!isBeingFreed(trace.device(), 5, base));
    QVERIFY(!isBeingFreed(trace.device(), 6, base + 2 * mebibyte)); // an alloc comes in between
    QVERIFY(!isBeingFreed(trace.device(), 7, base));
}

void FragmentationTest::curvesEqualCounting_data()
{
    sums_data();
}

void FragmentationTest::curvesEqualCounting()
{
    QFETCH(QString, name);
    const AnalyzedRecording analyzed = analyze(recordingOf(name));
    std::mt19937_64 random(testSeed());
    for (std::size_t d = 0; d < analyzed.histories.size(); ++d) {
        const QString flaw = curveDifference(analyzed, d, {}, random, 60);
        QVERIFY2(flaw.isEmpty(), qPrintable(flaw));
    }
}

void FragmentationTest::curvesOfEachPool_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"rand_streams", "record_stream", "graphs", "graphs_freed", "expandable_vary",
             "expandable", "wrapped", "split_gc"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void FragmentationTest::curvesOfEachPool()
{
    QFETCH(QString, name);
    const AnalyzedRecording analyzed = analyze(recordingOf(name));
    std::mt19937_64 random(testSeed());
    for (std::size_t d = 0; d < analyzed.histories.size(); ++d) {
        const std::size_t end = analyzed.histories[d].eventCount();
        std::set<FreeKey> keys = keysOf(analyzed.histories[d].segmentsAt(analyzed.recording.devices[d], end));
        keys.merge(keysOf(analyzed.histories[d].segmentsAt(analyzed.recording.devices[d], end / 2)));
        for (const FreeKey& key : keys) {
            const QString flaw = curveDifference(analyzed, d, key, random, 40);
            QVERIFY2(flaw.isEmpty(), qPrintable(flaw));
        }
    }
}

// Events that cannot be: whatever replay makes of them, the curves follow.
void FragmentationTest::curvesOfContradictions()
{
    std::mt19937_64 random(testSeed());
    constexpr std::array actions = {Action::Alloc, Action::Alloc, Action::Alloc, Action::FreeRequested,
        Action::FreeCompleted, Action::FreeCompleted, Action::SegmentAlloc, Action::SegmentFree,
        Action::SegmentMap, Action::SegmentMap, Action::SegmentUnmap, Action::Oom};
    for (int run = 0; run < 40; ++run) {
        TraceWriter trace;
        for (int i = 0; i < 300; ++i) {
            const Action action = actions[random() % actions.size()];
            const std::uint64_t unit = action == Action::Alloc ? 512 * kibibyte : 2 * mebibyte;
            trace.add(action, base + random() % 128 * unit, (1 + random() % 24) * unit,
                static_cast<StreamSlot>(random() % 2));
        }
        const AnalyzedRecording analyzed = analyzedOf(trace.device());
        for (const auto& only : {std::optional<FreeKey>(), std::optional(FreeKey{0, true, 0}),
                 std::optional(FreeKey{0, false, 1})}) {
            const QString flaw = curveDifference(analyzed, 0, only, random, 120);
            QVERIFY2(flaw.isEmpty(), qPrintable(QStringLiteral("run %1: %2").arg(run).arg(flaw)));
        }
    }
}

void FragmentationTest::curvesStop()
{
    const AnalyzedRecording analyzed = analyze(recordingOf(QStringLiteral("vary")));
    std::stop_source stop;
    stop.request_stop();
    Progress progress;
    const FragmentationCurves stopped = fragmentationCurves(analyzed, 0, {}, &progress, stop.get_token());
    QVERIFY(!stopped.isComplete);
    QCOMPARE(stopped.free.size(), std::size_t(0));
    const FragmentationCurves whole = fragmentationCurves(analyzed, 0, {}, &progress);
    QCOMPARE(progress.done.load(), std::uint64_t(whole.free.size()));
    QCOMPARE(progress.total.load(), progress.done.load());
}

QTEST_GUILESS_MAIN(FragmentationTest)
#include "tst_fragmentation.moc"
