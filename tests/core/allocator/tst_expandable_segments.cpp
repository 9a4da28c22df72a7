// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/allocator/allocator_bench.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr const char* expandable = "expandable_segments:True";

// "segment_map [20, 40)": where events happen, in MiB from the beginning of a reservation.
QStringList places(const std::vector<AllocatorEvent>& events, std::uint64_t start)
{
    QStringList lines;
    for (const AllocatorEvent& event : events) {
        const auto name = actionName(event.action);
        lines << QStringLiteral("%1 [%2, %3)")
                     .arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())))
                     .arg(static_cast<double>(event.address - start) / static_cast<double>(mib))
                     .arg(static_cast<double>(event.address - start + event.size) / static_cast<double>(mib));
    }
    return lines;
}

} // namespace

// Figures without another source are worked out from CUDACachingAllocator.cpp.
class TestExpandableSegments : public QObject {
    Q_OBJECT

private slots:
    // test_graph_memory_stats_and_use_result_after_destroy_graph, with and without.
    void twoLiveAtATime_data()
    {
        QTest::addColumn<quint64>("size");
        QTest::addColumn<int>("segments");
        QTest::addColumn<int>("segmentsAfter");
        QTest::addColumn<QList<quint64>>("reserved"); // MiB: plain, then after empty_cache; expandable, after
        QTest::newRow("512") << quint64(512) << 1 << 1 << QList<quint64>{2, 2, 2, 2};
        QTest::newRow("1 MiB") << quint64(mib) << 2 << 1 << QList<quint64>{4, 2, 4, 2};
        QTest::newRow("1 MiB + 512") << quint64(mib + 512) << 1 << 1 << QList<quint64>{20, 20, 20, 20};
        QTest::newRow("10 MiB - 512") << quint64(10 * mib - 512) << 2 << 1 << QList<quint64>{40, 20, 40, 40};
        QTest::newRow("10 MiB + 512") << quint64(10 * mib + 512) << 3 << 1 << QList<quint64>{36, 12, 40, 20};
    }
    void twoLiveAtATime()
    {
        QFETCH(quint64, size);
        QFETCH(int, segments);
        QFETCH(int, segmentsAfter);
        QFETCH(QList<quint64>, reserved);
        for (const bool isExpandable : {false, true}) {
            Bench bench(isExpandable ? expandable : "");
            std::uint64_t last = bench.take(size);
            for (int turn = 0; turn < 5; ++turn) {
                const std::uint64_t temporary = bench.take(size);
                const std::uint64_t next = bench.take(size);
                bench.free({temporary, last});
                last = next;
            }
            const qsizetype column = isExpandable ? 2 : 0;
            QCOMPARE(bench.now(StatKind::Segment), isExpandable ? 0 : segments);
            QCOMPARE(bench.reserved(), reserved[column] * mib);
            bench.allocator.emptyCache();
            QCOMPARE(bench.now(StatKind::Segment), isExpandable ? 0 : segmentsAfter);
            QCOMPARE(bench.reserved(), reserved[column + 1] * mib);
            QVERIFY(!isExpandable || bench.allocator.stats().of(StatKind::InactiveSplit).allocated == 0);
        }
    }

    void growsByPages()
    {
        Bench bench(expandable);
        std::vector<std::uint64_t> blocks;
        for (const quint64 reserved : {20, 40, 60, 80, 80, 100, 120, 140}) {
            blocks.push_back(bench.take(16 * mib));
            QCOMPARE(bench.reserved(), reserved * mib);
        }
        QCOMPARE(bench.allocator.stats().numDeviceAlloc, 7);
        bench.free(blocks);
        bench.take({32 * mib, 32 * mib, 32 * mib, 32 * mib});
        QCOMPARE(bench.reserved(), 140 * mib);
        QCOMPARE(bench.allocator.snapshot().size(), std::size_t(1));
    }

    void aHoleThatIsTooSmallIsNoHelp()
    {
        Bench bench(expandable);
        const auto blocks = bench.take({16 * mib, 16 * mib, 16 * mib, 16 * mib});
        QCOMPARE(bench.reserved(), 80 * mib);
        bench.free({blocks[0], blocks[2]});
        QCOMPARE(bench.take(32 * mib), blocks[3] + 16 * mib);
        QCOMPARE(bench.reserved(), 100 * mib);
    }

    void smallAndLargeHaveTheirOwn()
    {
        Bench bench(expandable);
        bench.free({bench.take(2 * mib)});
        bench.take(512 * kibibyte);
        QCOMPARE(bench.reserved(), 22 * mib);
        const auto segments = bench.allocator.snapshot();
        QCOMPARE(segments.size(), std::size_t(2));
        QVERIFY(segments[0].isExpandable && segments[1].isExpandable);
        QVERIFY(segments[0].isLarge != segments[1].isLarge);
    }

    void theReservationIsAnEighthMoreThanTheDevice()
    {
        Bench bench(expandable, 100 * mib);
        const std::uint64_t first = bench.take(2 * mib);
        const std::uint64_t other = bench.allocator.allocate(2 * mib, otherStream).value_or(0);
        QCOMPARE(other - first, 120 * mib); // 112.5 in pages of 20
    }

    // The example of PR 193400: oversize rules keep live tails from growing.
    void maxSplitSizeMakesExpandableSegmentsGrowForEver()
    {
        Bench bench("max_split_size_mb:128,expandable_segments:True", 200 * gibibyte);
        bench.take(64 * mib);
        const QList<quint64> reserved = {220, 2980, 5760, 8520, 11300, 14060};
        const QList<quint64> allocated = {66, 106, 146, 186, 226, 266};
        for (int cycle = 0; cycle <= 100; ++cycle) {
            const auto blocks = bench.take({91 * mib, 91 * mib / 2, 2 * mib});
            bench.free({blocks[0], blocks[1]});
            if (cycle % 20 != 0)
                continue;
            QCOMPARE(bench.reserved() / mib, reserved[cycle / 20]);
            QCOMPARE(bench.allocated() / mib, allocated[cycle / 20]);
        }
    }

    void wholeFreePagesGoBackAndSliversStay()
    {
        Bench bench(expandable);
        const auto blocks = bench.take({16 * mib, 16 * mib, 16 * mib, 16 * mib});
        bench.free({blocks[1], blocks[2]});
        bench.log.take();
        const CacheRelease predicted = bench.allocator.predictEmptyCache();
        const CacheRelease released = bench.allocator.emptyCache();
        QCOMPARE(predicted.bytes, 20 * mib);
        QCOMPARE(predicted.segments, std::size_t(1));
        QCOMPARE(released.bytes, predicted.bytes);
        QCOMPARE(released.segments, predicted.segments);
        QCOMPARE(places(bench.log.take(), blocks[0]), QStringList{QStringLiteral("segment_unmap [20, 40)")});
        QCOMPARE(bench.reserved(), 60 * mib);
        QList<quint64> free;
        for (const AllocatorSegment& segment : bench.allocator.snapshot())
            for (const AllocatorBlock& block : segment.blocks)
                if (!block.isActive)
                    free << block.size / mib;
        std::sort(free.begin(), free.end());
        QCOMPARE(free, (QList<quint64>{4, 8, 16}));
        // The hole is mapped again before the end grows: 16 and 4 beside it make up for 20.
        bench.take(28 * mib);
        QCOMPARE(places(bench.log.take(), blocks[0]),
            (QStringList{QStringLiteral("segment_map [20, 40)"), QStringLiteral("alloc [16, 44)")}));
    }

    void aReservationWithoutMemoryIsGivenBack()
    {
        Bench bench(expandable, gibibyte);
        const std::uint64_t block = bench.take(50 * mib);
        bench.free({block});
        bench.story();
        bench.allocator.emptyCache();
        QCOMPARE(bench.story(), QStringList{line("segment_unmap", 60 * mib)});
        QCOMPARE(bench.reserved(), 0u);
        QVERIFY(bench.allocator.snapshot().empty());
        QCOMPARE(bench.memory.room().free, gibibyte);
        // The place is free for another stream's.
        QCOMPARE(bench.allocator.allocate(2 * mib, otherStream).value_or(0), block);
    }

    // The tail could grow to serve something larger; the hole that is only a hole is taken first.
    void aHoleIsPreferredToTheTailThatCanGrow()
    {
        Bench bench(expandable);
        const auto blocks = bench.take({20 * mib, 2 * mib, 30 * mib, 2 * mib});
        bench.free({blocks[2]});
        // A tail of 6 MiB is the smaller one, but with what it can grow to it is larger than 30.
        QCOMPARE(bench.take(5 * mib), blocks[2]);
    }

    // A hole, a free block behind it, and the end: three pieces make up for 60 MiB, but the device has
    // only 50.
    void whatWasMappedBeforeAFailureStays()
    {
        Bench bench(expandable, 50 * mib);
        const auto blocks = bench.take({20 * mib, 20 * mib});
        bench.free({blocks[0]});
        bench.allocator.emptyCache();
        bench.free({blocks[1]});
        bench.log.take();
        const auto failed = bench.allocator.allocate(60 * mib, 0);
        QVERIFY(!failed && failed.error().reason == OutOfMemory::Reason::Device);
        const auto events = bench.log.take();
        QCOMPARE(story(events),
            (QStringList{
                line("segment_map", 20 * mib), line("segment_unmap", 40 * mib), line("oom", 60 * mib)}));
        QCOMPARE(bench.allocator.stats().numAllocRetries, 1);
        QCOMPARE(bench.reserved(), 0u);
        bench.take(40 * mib);
    }

    void aDeviceWithoutRoomIsTriedTwice()
    {
        Bench bench(expandable);
        bench.memory.failNext(2);
        QVERIFY(!bench.allocator.allocate(20 * mib, 0));
        QCOMPARE(bench.story(), QStringList{line("oom", 20 * mib)});
        bench.memory.failNext();
        bench.take(20 * mib);
        QCOMPARE(bench.allocator.stats().numAllocRetries, 2);
        QCOMPARE(bench.reserved(), 20 * mib);
    }

    void turnedOffOldBlocksAreNotLookedAt()
    {
        Bench bench(expandable);
        bench.free({bench.take(16 * mib)});
        bench.set("expandable_segments:False");
        bench.story();
        bench.take(16 * mib);
        QCOMPARE(bench.story(), (QStringList{line("segment_alloc", 16 * mib), line("alloc", 16 * mib)}));
        bench.set(expandable);
        bench.take(16 * mib);
        QCOMPARE(bench.story(), QStringList{line("alloc", 16 * mib)});
        // A block of the device's own is now cut like an expandable one.
        bench.set("expandable_segments:False");
        const std::uint64_t plain = bench.take(24 * mib);
        bench.free({plain});
        bench.set(expandable);
        QCOMPARE(bench.take(24 * mib - 512), plain);
        QCOMPARE(bench.now(StatKind::InactiveSplitBytes), 512);
    }

    // test_max_split_expandable
    void releasesSkipExpandableBlocks()
    {
        Bench bench("max_split_size_mb:40");
        bench.allocator.setMemoryLimit(120 * mib);
        const std::uint64_t first = bench.take(40 * mib);
        bench.set("expandable_segments:True,max_split_size_mb:40");
        const std::uint64_t middle = bench.take(40 * mib);
        bench.set("expandable_segments:False,max_split_size_mb:40");
        const std::uint64_t last = bench.take(40 * mib);
        const auto failed = bench.allocator.allocate(40 * mib, 0);
        QVERIFY(!failed && failed.error().reason == OutOfMemory::Reason::Limit);
        const std::int64_t retries = bench.allocator.stats().numAllocRetries;
        bench.free({first, middle, last});
        bench.log.take();
        bench.take(120 * mib);
        const auto events = bench.log.take();
        QCOMPARE(story(events),
            (QStringList{line("segment_free", 40 * mib), line("segment_free", 40 * mib),
                line("segment_unmap", 40 * mib), line("segment_alloc", 120 * mib),
                line("alloc", 120 * mib)}));
        QCOMPARE(events[0].address, std::max(first, last));
        QCOMPARE(events[1].address, std::min(first, last));
        QCOMPARE(bench.allocator.stats().numAllocRetries, retries + 1);
    }

    // test_garbage_collect_expandable
    void garbageCollectionSkipsExpandableBlocks()
    {
        Bench bench("garbage_collection_threshold:0.5");
        bench.allocator.setMemoryLimit(120 * mib);
        const std::uint64_t plain = bench.take(40 * mib);
        bench.set("expandable_segments:True,garbage_collection_threshold:0.5");
        const std::uint64_t other = bench.take(40 * mib);
        bench.free({plain, other});
        bench.story();
        QCOMPARE(bench.take(80 * mib), other);
        QCOMPARE(bench.story(),
            (QStringList{
                line("segment_free", 40 * mib), line("segment_map", 40 * mib), line("alloc", 80 * mib)}));
        QCOMPARE(bench.reserved(), 80 * mib);
    }

    void theLargeSegmentSizeIsThePage()
    {
        Bench bench("expandable_segments:True,large_segment_size_mb:32");
        bench.take(2 * mib);
        QCOMPARE(bench.reserved(), 32 * mib);
        bench.take(40 * mib);
        QCOMPARE(bench.reserved(), 64 * mib);
    }

    void recordedPlacesAreTaken()
    {
        Bench bench(expandable);
        bench.memory.setNextReservation(0x7f0000000000);
        QCOMPARE(bench.take(2 * mib), 0x7f0000000000u);
        QCOMPARE(bench.take(2 * mib), 0x7f0000000000u + 2 * mib);
        QCOMPARE(bench.take(512), SimulatedMemory::base);
    }
};

QTEST_GUILESS_MAIN(TestExpandableSegments)
#include "tst_expandable_segments.moc"
