// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/caching_allocator.h"
#include "core/allocator/simulated_memory.h"
#include "core/base/bytes.h"
#include "tests/core/allocator/event_log.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::uint64_t mib = mebibyte;
constexpr StreamHandle otherStream = 7;

// An allocator on a simulated device, with what a test asks of it.
struct Bench {
    explicit Bench(const char* conf = "", std::uint64_t capacity = 64 * gibibyte)
        : memory(capacity, SimulatedMemory::Streams::ByHand)
        , allocator(memory, *AllocatorSettings::parse(conf), &log)
    { }

    std::uint64_t take(std::uint64_t size, StreamHandle stream = 0)
    {
        const auto address = allocator.allocate(size, stream);
        if (!address)
            qFatal("out of memory: %s", address.error().message().c_str());
        return *address;
    }
    std::vector<std::uint64_t> take(std::initializer_list<std::uint64_t> sizes)
    {
        std::vector<std::uint64_t> addresses;
        for (const std::uint64_t size : sizes)
            addresses.push_back(take(size));
        return addresses;
    }
    void free(const std::vector<std::uint64_t>& addresses)
    {
        for (const std::uint64_t address : addresses)
            allocator.free(address);
    }

    std::int64_t now(StatKind kind) const { return allocator.stats().of(kind).current; }
    std::uint64_t bytes(StatKind kind) const { return static_cast<std::uint64_t>(now(kind)); }
    std::uint64_t reserved() const { return bytes(StatKind::ReservedBytes); }
    std::uint64_t allocated() const { return bytes(StatKind::AllocatedBytes); }
    std::uint64_t active() const { return bytes(StatKind::ActiveBytes); }
    QStringList story() { return tests::story(log.take()); }

    SimulatedMemory memory;
    EventLog log;
    CachingAllocator allocator;
};

QString line(const char* action, std::uint64_t size)
{
    return QStringLiteral("%1 %2").arg(QLatin1String(action)).arg(size);
}

} // namespace

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
        QCOMPARE(error.limit, 100 * mib);
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

    void zeroBytesAreNothing()
    {
        Bench bench;
        QCOMPARE(bench.take(0), 0u);
        bench.allocator.free(0);
        bench.allocator.recordStream(0, otherStream);
        QVERIFY(bench.story().isEmpty());
        QVERIFY(bench.allocator.stats() == MemoryStats());
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
