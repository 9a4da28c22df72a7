// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/allocator/use_pool.h"

#include <QTest>
#include <thread>

using namespace tidemark;
using namespace tidemark::tests;

// Pools that have begun, for a graph capture or by use_mem_pool(): after TestMemPool and the graph tests of
// PyTorch's test_cuda.py, whose names stand above the tests.
class TestCaptures : public QObject {
    Q_OBJECT

private slots:
    // test_nested_mempool
    void nestedPools_data()
    {
        QTest::addColumn<QByteArray>("release");
        QTest::addColumn<QList<int>>("segments");
        QTest::newRow("the newest first") << QByteArray("2.11") << QList<int>{2, 2, 1};
        QTest::newRow("the oldest first") << QByteArray("2.10") << QList<int>{5, 0, 0};
    }
    void nestedPools()
    {
        QFETCH(QByteArray, release);
        QFETCH(QList<int>, segments);
        Bench bench("", 64 * gibibyte, release.constData());
        std::vector<PoolId> pools;
        for (int i = 0; i < 3; ++i)
            pools.push_back(bench.allocator.createPool());
        {
            const UsePool first(bench.allocator, pools[0]);
            bench.take(20 * mib);
            {
                const UsePool second(bench.allocator, pools[1]);
                bench.take(20 * mib);
                {
                    const UsePool third(bench.allocator, pools[2]);
                    bench.take(20 * mib);
                }
                bench.take(20 * mib);
            }
            bench.take(20 * mib);
        }
        for (std::size_t i = 0; i < pools.size(); ++i)
            QCOMPARE(segmentsOf(bench, pools[i]), segments[qsizetype(i)]);
    }

    void theFilterChooses()
    {
        Bench bench;
        const PoolId pool = bench.allocator.createPool();
        const UsePool use(bench.allocator, pool, [](StreamHandle stream) { return stream == otherStream; });
        bench.take(mib);
        QCOMPARE(segmentsOf(bench, pool), 0);
        bench.take(mib, otherStream);
        QCOMPARE(segmentsOf(bench, pool), 1);
    }

    // test_mempool_ctx_multithread
    void anotherThreadStillUsesTheDefaultPool()
    {
        Bench bench;
        const PoolId pool = bench.allocator.createPool();
        const auto mine = std::this_thread::get_id();
        const UsePool use(
            bench.allocator, pool, [mine](StreamHandle) { return std::this_thread::get_id() == mine; });
        bench.take(mib);
        std::thread([&] { bench.take(mib); }).join();
        QCOMPARE(segmentsOf(bench, pool), 1);
        QCOMPARE(segmentsOf(bench, {}), 1);
    }

    // test_mempool_emptycache_multithread
    void emptyCacheInsideFreesNothingOfThePoolNorOfTheDefaultOnes()
    {
        Bench bench;
        bench.free({bench.take(3 * mib)});
        const PoolId released = bench.allocator.createPool();
        bench.free({bench.allocator.allocateFrom(released, mib, 0).value_or(0)});
        bench.allocator.releasePool(released);
        const PoolId pool = bench.allocator.createPool();
        const UsePool use(bench.allocator, pool);
        bench.free({bench.take(3 * mib)});
        QCOMPARE(bench.allocator.predictEmptyCache().bytes, 2 * mib);
        QCOMPARE(bench.allocator.emptyCache().bytes, 2 * mib); // what was released before
        QCOMPARE(bench.reserved(), 40 * mib);
        QCOMPARE(bench.allocator.stats().numSyncAllStreams, 0);
    }

    // test_graph_record_stream: no event is looked at until the capture is over.
    void freesInACaptureAreDeferred()
    {
        Bench bench;
        const PoolId pool = bench.allocator.createPool();
        const std::uint64_t before = bench.take(3 * mib);
        bench.allocator.recordStream(before, otherStream);
        std::uint64_t inside = 0;
        {
            const UsePool use(bench.allocator, pool);
            inside = bench.take(mib);
            bench.allocator.recordStream(inside, otherStream);
            bench.free({before, inside});
            QCOMPARE(bench.active(), 4 * mib);
            QCOMPARE(bench.allocated(), 0u);
            QVERIFY(bench.take(mib) != inside);
        }
        bench.log.take();
        // The use inside is forgotten; the one before is an event now, on a stream that has not come so far.
        bench.take(512);
        auto events = bench.log.take();
        QCOMPARE(events[0].action, Action::FreeCompleted);
        QCOMPARE(events[0].address, inside);
        QCOMPARE(bench.active(), 3 * mib + mib + 512);
        bench.memory.finish(otherStream);
        bench.take(512);
        events = bench.log.take();
        QCOMPARE(events[0].action, Action::FreeCompleted);
        QCOMPARE(events[0].address, before);
    }

    void aCaptureDoesNotEmptyTheCache()
    {
        Bench bench("", 40 * mib);
        bench.free({bench.take(40 * mib)});
        const PoolId pool = bench.allocator.createPool();
        QVERIFY(!bench.allocator.allocateFrom(pool, 20 * mib, 0, CachingAllocator::During::Capture));
        QCOMPARE(bench.allocator.stats().numAllocRetries, 0);
        QVERIFY(bench.allocator.allocateFrom(pool, 20 * mib, 0));
        QCOMPARE(bench.allocator.stats().numAllocRetries, 1);
    }

    // test_graph_two_successive: one pool for both graphs saves one buffer of 2 MiB.
    void graphsThatShareAPoolShareMemory()
    {
        std::uint64_t reserved[2] = {};
        for (const bool isShared : {false, true}) {
            Bench bench;
            const PoolId first{1, 0};
            const PoolId second = isShared ? first : PoolId{2, 0};
            for (const PoolId pool : {first, second}) {
                bench.allocator.createOrIncrefPool(pool);
                const UsePool use(bench.allocator, pool);
                bench.free(bench.take({1000, 2000}));
            }
            reserved[isShared ? 1 : 0] = bench.reserved();
            QCOMPARE(bench.allocator.poolUseCount(first), isShared ? 2 : 1);
        }
        QCOMPARE(reserved[0] - reserved[1], 2 * mib);
    }
};

QTEST_GUILESS_MAIN(TestCaptures)
#include "tst_captures.moc"
