// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/allocator/allocator_bench.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;

class TestCachingAllocator : public QObject {
    Q_OBJECT

private slots:
    void oneTensorsStory()
    {
        Bench bench;
        const std::uint64_t tensor = bench.take(std::uint64_t(1000 * 1000) * sizeof(float));
        QCOMPARE(bench.allocated(), 4000256u);
        QCOMPARE(bench.reserved(), 20971520u);
        bench.allocator.free(tensor);
        QCOMPARE(bench.allocated(), 0u);
        QCOMPARE(bench.reserved(), 20971520u);
        QCOMPARE(bench.allocator.predictEmptyCache().bytes, 20971520u);
        const CacheRelease released = bench.allocator.emptyCache();
        QCOMPARE(released.bytes, 20971520u);
        QCOMPARE(released.segments, std::size_t(1));
        QCOMPARE(bench.allocated(), 0u);
        QCOMPARE(bench.reserved(), 0u);
        QCOMPARE(bench.memory.room().free, bench.memory.room().total);
    }

    void sizesGetTheirSegments_data()
    {
        QTest::addColumn<quint64>("requested");
        QTest::addColumn<quint64>("allocated");
        QTest::addColumn<quint64>("reserved");
        QTest::newRow("1") << quint64(1) << quint64(512) << quint64(2 * mib);
        QTest::newRow("513") << quint64(513) << quint64(1024) << quint64(2 * mib);
        QTest::newRow("1 MiB") << quint64(mib) << quint64(mib) << quint64(2 * mib);
        QTest::newRow("1 MiB + 1") << quint64(mib + 1) << quint64(1049088) << quint64(20 * mib);
        // What is left is no more than 1 MiB, so the block keeps it.
        QTest::newRow("19 MiB of 20")
            << quint64(10 * mib - 512) << quint64(10 * mib - 512) << quint64(20 * mib);
        QTest::newRow("10 MiB - 1") << quint64(10 * mib - 1) << quint64(10 * mib) << quint64(10 * mib);
        QTest::newRow("10 MiB + 1") << quint64(10 * mib + 1) << quint64(10 * mib + 512) << quint64(12 * mib);
        QTest::newRow("12 MiB + 1") << quint64(12 * mib + 1) << quint64(12 * mib + 512) << quint64(14 * mib);
        QTest::newRow("13 MiB + 1: unsplit")
            << quint64(13 * mib + 1) << quint64(14 * mib) << quint64(14 * mib);
    }
    void sizesGetTheirSegments()
    {
        QFETCH(quint64, requested);
        Bench bench;
        bench.take(requested);
        QTEST(quint64(bench.allocated()), "allocated");
        QTEST(quint64(bench.reserved()), "reserved");
        QCOMPARE(bench.bytes(StatKind::RequestedBytes), requested);
    }

    void largerBlocksDoNotFitIntoFreedSmallerOnes()
    {
        Bench growing;
        growing.free(
            growing.take({16 * mib, 16 * mib, 16 * mib, 16 * mib, 16 * mib, 16 * mib, 16 * mib, 16 * mib}));
        QCOMPARE(growing.reserved(), 128 * mib);
        growing.take({32 * mib, 32 * mib, 32 * mib, 32 * mib});
        QCOMPARE(growing.reserved(), 256 * mib);

        Bench shrinking;
        shrinking.free(shrinking.take({32 * mib, 32 * mib, 32 * mib, 32 * mib}));
        QCOMPARE(shrinking.reserved(), 128 * mib);
        shrinking.take({16 * mib, 16 * mib, 16 * mib, 16 * mib, 16 * mib, 16 * mib, 16 * mib, 16 * mib});
        QCOMPARE(shrinking.reserved(), 128 * mib);
    }

    void inactiveSplit()
    {
        Bench bench;
        const auto splits = [&] {
            return std::pair(bench.now(StatKind::InactiveSplit), bench.bytes(StatKind::InactiveSplitBytes));
        };
        const auto blocks = bench.take({4 * mib, 4 * mib, 4 * mib});
        QCOMPARE(splits(), std::pair(std::int64_t(1), 8 * mib));
        bench.allocator.free(blocks[1]);
        QCOMPARE(splits(), std::pair(std::int64_t(2), 12 * mib));
        bench.allocator.free(blocks[0]);
        QCOMPARE(splits(), std::pair(std::int64_t(2), 16 * mib));
        bench.allocator.free(blocks[2]);
        QCOMPARE(splits(), std::pair(std::int64_t(0), std::uint64_t(0)));
    }

    void eventsComeInPyTorchsOrder()
    {
        Bench bench;
        const std::uint64_t small = bench.take(1000);
        const std::uint64_t large = bench.take(3 * mib);
        bench.allocator.free(small);
        const std::uint64_t again = bench.take(mib);
        bench.free({large, again});
        bench.allocator.emptyCache();
        const auto events = bench.log.take();
        QCOMPARE(story(events),
            (QStringList{line("segment_alloc", 2 * mib), line("alloc", 1000), line("segment_alloc", 20 * mib),
                line("alloc", 3 * mib), line("free_requested", 1000), line("free_completed", 1000),
                line("alloc", mib), line("free_requested", 3 * mib), line("free_completed", 3 * mib),
                line("free_requested", mib), line("free_completed", mib), line("segment_free", 20 * mib),
                line("segment_free", 2 * mib)}));
        QCOMPARE(events[6].address, events[1].address);
    }

    void bestFitAndLowestAddressFirst()
    {
        Bench bench;
        const auto blocks =
            bench.take({4 * mib, mib + 512, 3 * mib, mib + 512, 3 * mib, mib + 512, 4 * mib, mib + 512});
        bench.free({blocks[0], blocks[4], blocks[2]});
        QCOMPARE(bench.take(3 * mib), blocks[2]);
        QCOMPARE(bench.take(3 * mib), blocks[4]);
        QCOMPARE(bench.take(3 * mib), blocks[0]);
    }

    void streamsDoNotShareFreeBlocks()
    {
        Bench bench;
        bench.allocator.free(bench.take(mib, 1));
        bench.take(mib, 2);
        QCOMPARE(bench.reserved(), 4 * mib);
        bench.take(mib, 1);
        QCOMPARE(bench.reserved(), 4 * mib);
    }

    void aFreeWaitsForTheOtherStream()
    {
        Bench bench;
        const std::uint64_t block = bench.take(mib);
        bench.allocator.recordStream(block, otherStream);
        bench.allocator.free(block);
        QCOMPARE(bench.allocated(), 0u);
        QCOMPARE(bench.active(), mib);
        QCOMPARE(bench.bytes(StatKind::RequestedBytes), mib);
        const auto waiting = bench.allocator.snapshot().front().blocks.front();
        QVERIFY(waiting.isActive && !waiting.isAllocated);
        bench.story();

        const std::uint64_t second = bench.take(mib);
        QVERIFY(second != block);
        QCOMPARE(bench.story(), (QStringList{line("alloc", mib)}));

        bench.memory.finish(otherStream);
        QCOMPARE(bench.active(), 2 * mib); // seen only by the next malloc
        QCOMPARE(bench.take(mib), block);
        QCOMPARE(bench.story(), (QStringList{line("free_completed", mib), line("alloc", mib)}));
        QCOMPARE(bench.active(), 2 * mib);
    }

    void aFreeWaitsForEveryStream()
    {
        Bench bench;
        const std::uint64_t block = bench.take(mib);
        for (const StreamHandle stream : {otherStream, StreamHandle(0), StreamHandle(9), otherStream})
            bench.allocator.recordStream(block, stream);
        bench.allocator.free(block);
        bench.memory.finish(otherStream);
        bench.allocator.free(bench.take(mib));
        QCOMPARE(bench.active(), mib);
        bench.memory.finish(9);
        bench.allocator.free(bench.take(mib));
        QCOMPARE(bench.active(), 0u);
    }

    void eventsOfAStreamAreTakenInOrder()
    {
        Bench bench;
        const auto blocks = bench.take({mib, 2 * mib});
        bench.allocator.recordStream(blocks[0], otherStream);
        bench.allocator.free(blocks[0]);
        bench.memory.finish(otherStream);
        bench.allocator.recordStream(blocks[1], otherStream);
        bench.allocator.free(blocks[1]);
        bench.story();
        bench.take(512);
        QCOMPARE(bench.story(), (QStringList{line("free_completed", mib), line("alloc", 512)}));
    }

    void theOwnStreamNeedsNoWaiting()
    {
        Bench bench;
        const std::uint64_t block = bench.take(mib);
        bench.allocator.recordStream(block, 0);
        bench.allocator.free(block);
        QCOMPARE(bench.active(), 0u);
    }

    void emptyCacheWaitsAndItsPredictionKnowsThat()
    {
        Bench bench;
        const auto blocks = bench.take({512, 30 * mib, 2 * mib, 2 * mib, 40 * mib});
        for (const std::uint64_t block : {blocks[1], blocks[2]})
            bench.allocator.recordStream(block, otherStream);
        bench.free({blocks[1], blocks[2], blocks[4]});
        // Waiting 30 MiB and free 40 MiB; the 20 MiB segment has a live block, the small one too.
        const CacheRelease predicted = bench.allocator.predictEmptyCache();
        QCOMPARE(predicted.bytes, 70 * mib);
        QCOMPARE(predicted.segments, std::size_t(2));
        const CacheRelease released = bench.allocator.emptyCache();
        QCOMPARE(released.bytes, predicted.bytes);
        QCOMPARE(released.segments, predicted.segments);
        QCOMPARE(bench.reserved(), 22 * mib);
        QCOMPARE(bench.active(), bench.allocated());
    }

    void zeroBytesAreNothing()
    {
        Bench bench;
        QCOMPARE(bench.take(0), 0u);
        bench.allocator.free(0);
        bench.allocator.recordStream(0, otherStream);
        QVERIFY(bench.story().isEmpty());
        QVERIFY(bench.allocator.stats() == MemoryStats());
    }

    void resets()
    {
        Bench bench;
        const std::uint64_t block = bench.take(2 * mib);
        bench.allocator.free(bench.take(4 * mib));
        bench.allocator.resetPeakStats();
        const Stat bytes = bench.allocator.stats().of(StatKind::AllocatedBytes);
        QCOMPARE(bytes.peak, std::int64_t(2 * mib));
        QCOMPARE(bytes.allocated, std::int64_t(6 * mib));
        bench.allocator.resetAccumulatedStats();
        QCOMPARE(bench.allocator.stats().of(StatKind::AllocatedBytes),
            (Stat{std::int64_t(2 * mib), std::int64_t(2 * mib), 0, 0}));
        QCOMPARE(bench.allocator.stats().numDeviceAlloc, 0);
        bench.allocator.free(block);
    }

    void segmentsGoBackWhenTheAllocatorEnds()
    {
        SimulatedMemory memory(gibibyte, SimulatedMemory::Streams::ByHand);
        {
            CachingAllocator allocator(memory, {}, nullptr);
            const auto block = allocator.allocate(30 * mib, 0);
            QVERIFY(block && allocator.allocate(512, 3) && allocator.allocate(2 * mib, 0));
            allocator.recordStream(*block, otherStream);
            allocator.free(*block);
        }
        QCOMPARE(memory.room().free, gibibyte);
    }
};

QTEST_GUILESS_MAIN(TestCachingAllocator)
#include "tst_caching_allocator.moc"
