// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/allocator/allocator_bench.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;

// What happens when memory is short: limits, garbage collection, releases, retries, out of memory.
class TestAllocatorPressure : public QObject {
    Q_OBJECT

private slots:
    void oversizeBlocksServeOversizeRequestsThatFitClosely_data()
    {
        QTest::addColumn<quint64>("request");
        QTest::addColumn<quint64>("reserved");
        QTest::newRow("199: not oversize") << quint64(199 * mib) << quint64(500 * mib);
        QTest::newRow("280: 20 left over") << quint64(280 * mib) << quint64(580 * mib);
        QTest::newRow("281: takes it") << quint64(281 * mib) << quint64(300 * mib);
    }
    void oversizeBlocksServeOversizeRequestsThatFitClosely()
    {
        QFETCH(quint64, request);
        Bench bench("max_split_size_mb:200");
        bench.allocator.free(bench.take(300 * mib));
        bench.take(request);
        QTEST(quint64(bench.reserved()), "reserved");
        const MemoryStats stats = bench.allocator.stats();
        QCOMPARE(stats.maxSplitSize, std::int64_t(200 * mib));
        // 199 MiB is not oversize, the block of 200 that it gets is.
        QCOMPARE(stats.oversizeAllocations.current, 1);
        QCOMPARE(stats.oversizeAllocations.freed, 1);
        QCOMPARE(stats.oversizeSegments.allocated, request == 281 * mib ? 1 : 2);
    }

    void nonSplitRoundingCanBeWidened()
    {
        Bench bench("max_split_size_mb:200,max_non_split_rounding_mb:64");
        bench.allocator.free(bench.take(300 * mib));
        bench.take(237 * mib);
        QCOMPARE(bench.reserved(), 300 * mib);
    }

    void garbageCollectionFreesWhatIsAsOldAsTheAverage()
    {
        Bench bench("garbage_collection_threshold:0.5");
        bench.allocator.setMemoryLimit(gibibyte);
        bench.free(bench.take({100 * mib, 200 * mib, 300 * mib}));
        bench.story();
        bench.take(350 * mib);
        QCOMPARE(bench.story(),
            (QStringList{line("segment_free", 100 * mib), line("segment_free", 200 * mib),
                line("segment_free", 300 * mib), line("segment_alloc", 350 * mib),
                line("alloc", 350 * mib)}));
    }

    void garbageCollectionSparesTheYoung()
    {
        Bench bench("garbage_collection_threshold:0.5");
        bench.allocator.setMemoryLimit(4 * gibibyte);
        const auto blocks = bench.take({300 * mib, 310 * mib});
        bench.allocator.free(blocks[1]);
        for (int i = 0; i < 4; ++i) // every search of the large pool makes the free block older
            bench.allocator.free(bench.take(20 * mib, otherStream));
        bench.allocator.free(blocks[0]);
        bench.allocator.setMemoryLimit(gibibyte);
        bench.story();
        bench.take(350 * mib);
        const QStringList story = bench.story();
        QVERIFY(story.contains(line("segment_free", 310 * mib)));
        QVERIFY(!story.contains(line("segment_free", 300 * mib)));
    }

    void garbageCollectionNeedsALimit()
    {
        Bench bench("garbage_collection_threshold:0.1");
        bench.free(bench.take({100 * mib, 200 * mib}));
        bench.story();
        bench.take(350 * mib);
        QCOMPARE(bench.story(), (QStringList{line("segment_alloc", 350 * mib), line("alloc", 350 * mib)}));
    }

    // As in test_max_split_expandable, without its expandable block: walking back from the end of the pool.
    void oversizeBlocksAreReleasedLargestFirst()
    {
        Bench bench("max_split_size_mb:40");
        bench.allocator.setMemoryLimit(120 * mib);
        const auto blocks = bench.take({40 * mib, 40 * mib, 40 * mib});
        QVERIFY(!bench.allocator.allocate(40 * mib, 0));
        bench.free(blocks);
        const std::int64_t retries = bench.allocator.stats().numAllocRetries;
        bench.log.take();
        bench.take(120 * mib);
        const auto events = bench.log.take();
        QCOMPARE(story(events),
            (QStringList{line("segment_free", 40 * mib), line("segment_free", 40 * mib),
                line("segment_free", 40 * mib), line("segment_alloc", 120 * mib), line("alloc", 120 * mib)}));
        QVERIFY(events[0].address > events[1].address && events[1].address > events[2].address);
        QCOMPARE(bench.allocator.stats().numAllocRetries, retries);
    }

    void whatWasReleasedInVainStaysReleasedAndTheRetryFreesTheRest()
    {
        Bench bench("max_split_size_mb:40");
        bench.allocator.setMemoryLimit(120 * mib);
        bench.free(bench.take({40 * mib, 40 * mib, 30 * mib}));
        bench.story();
        bench.take(120 * mib);
        QCOMPARE(bench.story(),
            (QStringList{line("segment_free", 40 * mib), line("segment_free", 40 * mib),
                line("segment_free", 30 * mib), line("segment_alloc", 120 * mib), line("alloc", 120 * mib)}));
        QCOMPARE(bench.allocator.stats().numAllocRetries, 1);
        QCOMPARE(bench.allocator.stats().numSyncAllStreams, 1);
    }

    void oneOversizeBlockThatIsLargeEnoughIsReleasedAlone()
    {
        Bench bench("max_split_size_mb:40");
        bench.allocator.setMemoryLimit(200 * mib);
        bench.free(bench.take({50 * mib, 100 * mib}));
        bench.story();
        bench.take(70 * mib); // 30 too much in the block of 100
        QCOMPARE(bench.story(),
            (QStringList{
                line("segment_free", 100 * mib), line("segment_alloc", 70 * mib), line("alloc", 70 * mib)}));
    }

    // test_caching_allocator_record_stream_oom: frees that wait must not make an OOM.
    void theRetryWaitsForDelayedFrees()
    {
        Bench bench("", 200 * mib);
        for (int i = 0; i < 20; ++i) {
            const std::uint64_t block = bench.take(160 * mib);
            bench.allocator.recordStream(block, otherStream);
            bench.allocator.free(block);
        }
        QCOMPARE(bench.allocator.stats().numOoms, 0);
        QCOMPARE(bench.allocator.stats().numAllocRetries, 19);
    }

    void outOfMemorySaysWhatPyTorchSays()
    {
        Bench bench("", gibibyte);
        bench.allocator.setMemoryLimit(100 * mib);
        const std::uint64_t kept = bench.take(2 * mib);
        const std::uint64_t other = bench.take(40 * mib + 1);
        bench.story();
        const auto failed = bench.allocator.allocate(40 * mib + 1, 0);
        QVERIFY(!failed);
        const OutOfMemory& error = failed.error();
        QCOMPARE(error.requested, 40 * mib + 1);
        QCOMPARE(error.segmentSize, 42 * mib);
        QCOMPARE(error.deviceTotal, gibibyte);
        QCOMPARE(error.deviceFree, gibibyte - 62 * mib);
        QVERIFY(error.limit == 100 * mib);
        QCOMPARE(error.allocated, 2 * mib + 40 * mib + 512);
        QCOMPARE(error.reservedUnallocated, 62 * mib - error.allocated);
        QCOMPARE(QString::fromStdString(error.message()),
            QStringLiteral(
                "Out of memory. Tried to allocate 42.00 MiB. The device has a total capacity of "
                "1024.00 MiB of which 962.00 MiB is free. 100.00 MiB allowed; Of the allocated "
                "memory 42.00 MiB is allocated by PyTorch, and 20.00 MiB is reserved by PyTorch but "
                "unallocated."));
        const auto events = bench.log.take();
        QCOMPARE(story(events), (QStringList{line("oom", 40 * mib + 512)}));
        QCOMPARE(events[0].address, gibibyte - 62 * mib);
        QCOMPARE(bench.allocator.stats().numOoms, 1);
        QCOMPARE(bench.allocator.stats().numAllocRetries, 1);
        // What was there is as before, and room makes it work.
        QCOMPARE(bench.allocated(), error.allocated);
        bench.free({kept, other});
        bench.take(40 * mib + 1);
    }

    void absurdSizesAreRefusedAtOnce()
    {
        Bench bench;
        const auto failed = bench.allocator.allocate(std::uint64_t(1) << 60, 0);
        QVERIFY(!failed);
        QVERIFY(failed.error().message().find("more than 1EB") != std::string::npos);
        const auto huge = bench.allocator.allocate((std::uint64_t(1) << 60) - 1, 0);
        QVERIFY(!huge);
        QVERIFY(huge.error().message().find("Tried to allocate 1073741824.00 GiB.") != std::string::npos);
        QCOMPARE(bench.allocator.stats().numOoms, 1);
        QCOMPARE(bench.story(), (QStringList{line("oom", std::uint64_t(1) << 60)}));
    }

    void theFractionIsALimit_data()
    {
        QTest::addColumn<QByteArray>("conf");
        QTest::addColumn<quint64>("fits");
        QTest::addColumn<quint64>("fails");
        const auto half = QByteArray("per_process_memory_fraction:0.5");
        QTest::newRow("half") << half << quint64(512 * mib) << quint64(514 * mib);
        QTest::newRow("nothing") << QByteArray("per_process_memory_fraction:0") << quint64(0) << quint64(1);
        QTest::newRow("all") << QByteArray("per_process_memory_fraction:1.0") << quint64(gibibyte)
                             << quint64(gibibyte + 1);
    }
    void theFractionIsALimit()
    {
        QFETCH(QByteArray, conf);
        QFETCH(quint64, fits);
        QFETCH(quint64, fails);
        Bench bench(conf.constData(), gibibyte);
        QVERIFY(!bench.allocator.allocate(fails, 0));
        QVERIFY(bench.allocator.allocate(fits, 0));
    }

    void aLimitCanBeTakenAway()
    {
        Bench bench("", gibibyte);
        bench.allocator.setMemoryLimit(2 * mib);
        QVERIFY(!bench.allocator.allocate(2 * mib, 0));
        bench.allocator.setMemoryLimit(0);
        QVERIFY(bench.allocator.allocate(2 * mib, 0));
        bench.allocator.setMemoryLimit(mib); // below what is reserved: nothing more
        QVERIFY(!bench.allocator.allocate(30 * mib, 0));
        QVERIFY(bench.allocator.allocate(2 * mib, 0));
    }

    // Beyond the limit nothing is tried; where the device is the bound, everything is.
    void throwOnOomRefusesBeforeAnyRelease()
    {
        Bench bench("throw_on_cudamalloc_oom:True,garbage_collection_threshold:0.5", 110 * mib);
        bench.allocator.setMemoryLimit(60 * mib);
        bench.free({bench.take(40 * mib)});
        bench.story();
        const auto failed = bench.allocator.allocate(50 * mib, 0);
        QVERIFY(!failed && failed.error().reason == OutOfMemory::Reason::Limit);
        QCOMPARE(bench.story(), QStringList{line("oom", 50 * mib)});
        QCOMPARE(bench.allocator.stats().numAllocRetries, 0);
        bench.take(30 * mib); // the cached block
        bench.allocator.setMemoryLimit(0);
        bench.free({bench.take(60 * mib)});
        bench.story();
        bench.take(62 * mib - 512);
        QCOMPARE(bench.story(),
            (QStringList{line("segment_free", 60 * mib), line("segment_alloc", 62 * mib),
                line("alloc", 62 * mib - 512)}));
    }

    void anOomSaysWhy()
    {
        Bench bench("", gibibyte);
        bench.allocator.setMemoryLimit(100 * mib);
        const auto limited = bench.allocator.allocateFrom({0, 3}, 200 * mib, otherStream);
        QVERIFY(!limited);
        QCOMPARE(limited.error().reason, OutOfMemory::Reason::Limit);
        QCOMPARE(limited.error().stream, otherStream);
        QVERIFY(limited.error().pool == (PoolId{0, 3}));
        QCOMPARE(limited.error().rounded, 200 * mib);
        bench.allocator.setMemoryLimit(0);
        bench.memory.failNext(2);
        const auto full = bench.allocator.allocate(2 * mib, 0);
        QVERIFY(!full);
        QCOMPARE(full.error().reason, OutOfMemory::Reason::Device);
        QVERIFY(!full.error().limit);
    }
};

QTEST_GUILESS_MAIN(TestAllocatorPressure)
#include "tst_allocator_pressure.moc"
