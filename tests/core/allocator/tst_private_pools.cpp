// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/allocator/use_pool.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;

// After TestMemPool of PyTorch's test_cuda.py, whose names stand above the tests.
class TestPrivatePools : public QObject {
    Q_OBJECT

private slots:
    // test_mempool_id
    void idsGrow()
    {
        Bench bench;
        const PoolId first = bench.allocator.createPool();
        const PoolId second = bench.allocator.createPool();
        QCOMPARE(first.first, 0u);
        QCOMPARE(second.first, 0u);
        QVERIFY(first.second > 0 && second.second > first.second);
        bench.allocator.createOrIncrefPool({0, 17});
        QCOMPARE(bench.allocator.createPool().second, 18u);
    }

    void segmentsBlocksAndEventsTellTheirPool()
    {
        Bench bench;
        const PoolId pool = bench.allocator.createPool();
        std::uint64_t inside = 0;
        {
            const UsePool use(bench.allocator, pool);
            inside = bench.take(3 * mib);
        }
        const std::uint64_t outside = bench.take(3 * mib);
        bench.free({inside, outside});
        for (const AllocatorEvent& event : bench.log.take())
            QCOMPARE(event.pool == pool, event.address == inside);
        QCOMPARE(segmentsOf(bench, pool), 1);
        QCOMPARE(segmentsOf(bench, {}), 1);
        QCOMPARE(bench.reserved(), 40 * mib);
    }

    // test_mempool_with_allocator
    void aPoolMayHaveMemoryOfItsOwn()
    {
        SimulatedMemory own(gibibyte); // outlives the allocator
        Bench bench("expandable_segments:True");
        const PoolId pool{0, 5};
        bench.allocator.createOrIncrefPool(pool, &own);
        QCOMPARE(bench.allocator.poolUseCount(pool), 1);
        std::vector<std::uint64_t> blocks;
        {
            const UsePool use(bench.allocator, pool);
            QCOMPARE(bench.allocator.poolUseCount(pool), 2);
            blocks = bench.take({mib, mib});
            QCOMPARE(segmentsOf(bench, pool), 1);
            blocks.push_back(bench.take(mib));
            QCOMPARE(segmentsOf(bench, pool), 2);
        }
        QCOMPARE(bench.allocator.poolUseCount(pool), 1);
        QCOMPARE(own.room().free, gibibyte - 4 * mib);
        QCOMPARE(bench.memory.room().free, bench.memory.room().total);
        bench.free(blocks);
        bench.allocator.emptyCache();
        QCOMPARE(bench.reserved(), 4 * mib); // still in use
        bench.allocator.releasePool(pool);
        QCOMPARE(bench.allocator.predictEmptyCache().bytes, 4 * mib);
        QCOMPARE(bench.allocator.emptyCache(pool).bytes, 4 * mib);
        QCOMPARE(own.room().free, gibibyte);
        QCOMPARE(bench.allocator.poolUseCount(pool), 0);
    }

    // test_mempool_expandable
    void memoryOfItsOwnIsNeverExpandable()
    {
        SimulatedMemory own(gibibyte); // outlives the allocator
        Bench bench("expandable_segments:True");
        const PoolId pool{0, 1};
        bench.allocator.createOrIncrefPool(pool, &own);
        {
            const UsePool use(bench.allocator, pool);
            bench.take(2 * mib);
        }
        bench.take(2 * mib);
        const auto segments = bench.allocator.snapshot();
        QCOMPARE(segments.size(), std::size_t(2));
        for (const AllocatorSegment& segment : segments)
            QCOMPARE(segment.isExpandable, segment.pool == PoolId());
    }

    void ordinaryPoolsAreExpandable()
    {
        Bench bench("expandable_segments:True");
        const PoolId pool = bench.allocator.createPool();
        const auto block = bench.allocator.allocateFrom(pool, 2 * mib, 0);
        QVERIFY(block);
        bench.free({*block});
        bench.allocator.releasePool(pool);
        bench.story();
        bench.allocator.emptyCache(pool);
        QCOMPARE(bench.story(), QStringList{line("segment_unmap", 20 * mib)});
        QCOMPARE(bench.allocator.poolUseCount(pool), 0);
        QVERIFY(bench.allocator.snapshot().empty());
    }

    void aPoolThatNeverGotMemoryGoesWithItsReservation()
    {
        Bench bench("expandable_segments:True");
        const PoolId pool = bench.allocator.createPool();
        bench.memory.failNext(2);
        QVERIFY(!bench.allocator.allocateFrom(pool, 2 * mib, 0));
        bench.allocator.releasePool(pool);
        bench.allocator.emptyCache();
        QCOMPARE(bench.take(2 * mib), SimulatedMemory::base);
    }

    // test_mempool_no_split
    void blocksOfANoSplitPoolAreWholeSegments()
    {
        Bench bench;
        const PoolId pool = bench.allocator.createPool();
        bench.allocator.setNoSplit(pool);
        for (int i = 0; i < 3; ++i)
            QVERIFY(bench.allocator.allocateFrom(pool, 512 * kibibyte, 0));
        QCOMPARE(segmentsOf(bench, pool), 3);
        QCOMPARE(bench.allocated(), 6 * mib);
        for (const AllocatorSegment& segment : bench.allocator.snapshot())
            QCOMPARE(segment.blocks.size(), std::size_t(1));
    }

    // test_mempool_limited_memory_with_allocator
    void aPoolHelpsOutOnlyWhenToldTo_data()
    {
        QTest::addColumn<QByteArray>("release");
        QTest::addColumn<bool>("helps");
        QTest::addColumn<int>("retries");
        QTest::newRow("2.11: before releases") << QByteArray("2.11") << true << 0;
        QTest::newRow("2.8: after the retry") << QByteArray("2.8") << true << 1;
        QTest::newRow("2.7: never") << QByteArray("2.7") << false << 1;
    }
    void aPoolHelpsOutOnlyWhenToldTo()
    {
        QFETCH(QByteArray, release);
        QFETCH(bool, helps);
        QFETCH(int, retries);
        Bench bench("", 120 * mib, release.constData());
        const PoolId helper = bench.allocator.createPool();
        const PoolId other = bench.allocator.createPool();
        bench.allocator.setUseOnOom(helper, true);
        const std::uint64_t mine = bench.allocator.allocateFrom(other, 40 * mib, 0).value_or(0);
        const std::uint64_t lent = bench.allocator.allocateFrom(helper, 40 * mib, 0).value_or(0);
        bench.free({mine, lent});
        const std::uint64_t kept = bench.take(40 * mib);
        const auto block = bench.allocator.allocate(30 * mib, 0);
        QCOMPARE(block.has_value(), helps);
        QCOMPARE(bench.allocator.stats().numAllocRetries, retries);
        if (helps)
            QCOMPARE(*block, lent);
        bench.free({block.value_or(0)});
        // Not when told otherwise, and never for another private pool.
        bench.allocator.setUseOnOom(helper, false);
        QVERIFY(!bench.allocator.allocate(30 * mib, 0));
        bench.allocator.setUseOnOom(helper, true);
        QVERIFY(bench.allocator.allocateFrom(other, 40 * mib, 0));
        QVERIFY(!bench.allocator.allocateFrom(other, 30 * mib, 0));
        bench.free({kept});
    }

    void theRetryReleasesReleasedPools()
    {
        Bench bench("", 40 * mib);
        const PoolId pool = bench.allocator.createPool();
        bench.free({bench.allocator.allocateFrom(pool, 20 * mib, 0).value_or(0)});
        QVERIFY(!bench.allocator.allocate(30 * mib, 0));
        bench.allocator.releasePool(pool);
        QVERIFY(bench.allocator.allocate(30 * mib, 0));
        QCOMPARE(bench.allocator.poolUseCount(pool), 0);
    }

    void aReleasedPoolThatIsAskedAgainIsInUse()
    {
        Bench bench("", 40 * mib);
        const PoolId pool = bench.allocator.createPool();
        bench.free({bench.allocator.allocateFrom(pool, 20 * mib, 0).value_or(0)});
        bench.allocator.releasePool(pool);
        QVERIFY(!bench.allocator.allocateFrom(pool, 30 * mib, 0)); // the retry leaves what is in use
        QCOMPARE(bench.allocator.poolUseCount(pool), 1);
        QVERIFY(bench.allocator.allocateFrom(pool, 20 * mib, 0));
    }

    void aPendingFreeCanBeCompletedByHand()
    {
        Bench bench;
        const auto blocks = bench.take({3 * mib, 3 * mib});
        for (const std::uint64_t block : blocks) {
            bench.allocator.recordStream(block, otherStream);
            bench.free({block});
        }
        QVERIFY(bench.allocator.completeFree(blocks[1]));
        QVERIFY(!bench.allocator.completeFree(blocks[1]));
        QCOMPARE(bench.active(), 3 * mib);
        QCOMPARE(bench.take(3 * mib), blocks[1]);
        QVERIFY(bench.allocator.completeFree(blocks[0]));
        QVERIFY(!bench.allocator.completeFree(1));
        QCOMPARE(bench.active(), 3 * mib);
    }

    void whatIsLeftGoesBackToItsMemory()
    {
        SimulatedMemory own(gibibyte);
        SimulatedMemory device(gibibyte);
        {
            CachingAllocator allocator(
                device, *AllocatorSettings::parse("expandable_segments:True"), nullptr);
            allocator.createOrIncrefPool({0, 1}, &own);
            allocator.createOrIncrefPool({0, 2});
            QVERIFY(allocator.allocateFrom({0, 1}, 3 * mib, 0) && allocator.allocateFrom({0, 2}, 3 * mib, 0));
            allocator.free(allocator.allocateFrom({0, 1}, 30 * mib, 0).value_or(0));
            QVERIFY(own.room().free < gibibyte && device.room().free < gibibyte);
        }
        QCOMPARE(own.room().free, gibibyte);
        QCOMPARE(device.room().free, gibibyte);
    }
};

QTEST_GUILESS_MAIN(TestPrivatePools)
#include "tst_private_pools.moc"
