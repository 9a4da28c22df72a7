// SPDX-License-Identifier: GPL-3.0-or-later
// A heap's state made of a list of segments, and listed: against lists by hand and the allocator's own.
#include "core/allocator/caching_allocator.h"
#include "core/allocator/simulated_memory.h"
#include "tests/core/analysis/heap_sketch.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

class Recorder : public AllocatorEventSink {
public:
    void onEvent(const AllocatorEvent& event) noexcept override
    {
        Event copy;
        copy.address = event.address;
        copy.size = event.size;
        copy.stream = static_cast<StreamSlot>(event.stream);
        copy.action = event.action;
        events.push_back(copy);
    }
    std::vector<Event> events;
};

Level levelOf(const MemoryStats& stats)
{
    const auto current = [&](StatKind kind) {
        return stats.stats[static_cast<std::size_t>(kind)][0].current;
    };
    return {current(StatKind::RequestedBytes), current(StatKind::AllocatedBytes),
        current(StatKind::ActiveBytes), current(StatKind::ReservedBytes),
        current(StatKind::InactiveSplitBytes), current(StatKind::Allocation), current(StatKind::Active),
        current(StatKind::Segment), current(StatKind::InactiveSplit)};
}

SegmentList listOf(const std::vector<AllocatorSegment>& segments)
{
    SegmentList list;
    for (const AllocatorSegment& segment : segments) {
        SegmentInfo info;
        info.address = segment.address;
        info.totalSize = segment.totalSize;
        info.firstBlock = static_cast<std::uint32_t>(list.blocks.size());
        info.blockCount = static_cast<std::uint32_t>(segment.blocks.size());
        info.stream = static_cast<StreamSlot>(segment.stream);
        info.isLarge = segment.isLarge;
        list.segments.push_back(info);
        for (const AllocatorBlock& block : segment.blocks) {
            BlockInfo copy;
            copy.address = block.address;
            copy.size = block.size;
            copy.requestedSize = block.requestedSize;
            copy.state = block.isAllocated ? BlockState::ActiveAllocated
                : block.isActive           ? BlockState::ActivePendingFree
                                           : BlockState::Inactive;
            list.blocks.push_back(copy);
        }
    }
    return list;
}

} // namespace

class HeapListsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void stateFromAList();
    void listsThatDoNotFit();
    void freeNeighboursInAList();
    void followsTheAllocator_data();
    void followsTheAllocator();
};

void HeapListsTest::stateFromAList()
{
    TraceWriter trace;
    trace.segment(base, 2 * mebibyte).map(base + gibibyte, 20 * mebibyte).alloc(base, 700);
    trace.alloc(base + gibibyte, 3 * mebibyte).alloc(base + 1024, 5000).add(Action::FreeRequested, base, 700);
    const HeapState first = trace.replay();
    const SegmentList list = first.segments();
    HeapState second({}, &list);
    QVERIFY(second.level() == first.level());
    QCOMPARE(difference(second.segments(), list), QString());
    QCOMPARE(second.contradictions(), 0U);
}

void HeapListsTest::listsThatDoNotFit()
{
    SegmentList list;
    const auto segment = [&list](std::uint64_t address, std::uint64_t size, std::uint32_t first,
                             std::uint32_t count) {
        SegmentInfo info;
        info.address = address;
        info.totalSize = size;
        info.firstBlock = first;
        info.blockCount = count;
        list.segments.push_back(info);
    };
    const auto block = [&list](std::uint64_t address, std::uint64_t size) {
        BlockInfo info;
        info.address = address;
        info.size = size;
        info.state = BlockState::ActiveAllocated;
        list.blocks.push_back(info);
    };
    block(base + 512, 512); // a gap before it and behind it
    block(base + 768, 512); // overlaps
    block(base + 1024 * 1024, 512); // outside
    block(base + 2048, 0);
    segment(base, 4096, 0, 4);
    segment(base + 1024, 4096, 0, 0); // overlaps the first
    segment(base + mebibyte, 4096, 3, 77); // blocks that are not there
    segment(UINT64_MAX - 100, 4096, 0, 0); // wraps around
    segment(base + gibibyte, 0, 0, 0);
    const HeapState state({}, &list);
    QCOMPARE(sketch(state), QStringLiteral("1- 1+ 6-"));
    QVERIFY(state.contradictions() >= 7);
    QVERIFY(state.level() == recount(state.segments()));
}

// Two free blocks side by side, as no allocator leaves them: an alloc that needs both gets both.
void HeapListsTest::freeNeighboursInAList()
{
    SegmentList list;
    list.segments.resize(1);
    list.segments[0].address = base;
    list.segments[0].totalSize = 2048;
    list.segments[0].blockCount = 3;
    list.blocks.resize(3);
    for (std::uint64_t i = 0; i < 3; ++i) {
        list.blocks[i].address = base + i * 512;
        list.blocks[i].size = i == 2 ? 1024 : 512;
    }
    HeapState state({}, &list);
    QCOMPARE(state.level().inactiveSplit, 3);
    Event event;
    event.action = Action::Alloc;
    event.address = base;
    event.size = 1536;
    state.apply(event, 0);
    QCOMPARE(sketch(state), QStringLiteral("3+ 1-"));
    QVERIFY2(state.level() == recount(state.segments()), qPrintable(describe(state.level())));
}

void HeapListsTest::followsTheAllocator_data()
{
    QTest::addColumn<QString>("conf");
    for (const char* conf : {"", "roundup_power2_divisions:8", "max_split_size_mb:32",
             "max_split_size_mb:64,garbage_collection_threshold:0.6"})
        QTest::newRow(*conf == 0 ? "plain" : conf) << QString::fromLatin1(conf);
}

// Random work on three streams through our own allocator: after every call, statistics and blocks must agree.
void HeapListsTest::followsTheAllocator()
{
    QFETCH(QString, conf);
    const auto settings = AllocatorSettings::parse(conf.toStdString());
    QVERIFY(settings);
    std::mt19937_64 random(testSeed());
    SimulatedMemory memory(4 * gibibyte, SimulatedMemory::Streams::ByHand);
    Recorder recorder;
    CachingAllocator allocator(memory, *settings, &recorder);
    allocator.setMemoryLimit(2 * gibibyte);
    HeapState state(*settings);
    std::vector<std::uint64_t> live;
    std::size_t followed = 0;
    for (int step = 0; step < 6000; ++step) {
        const auto what = random() % 100;
        if (what < 52 || live.empty()) {
            const std::uint64_t largest = std::uint64_t(1) << (random() % 27);
            if (const auto got = allocator.allocate(1 + random() % largest, random() % 3); got && *got)
                live.push_back(*got);
        } else if (what < 96) {
            std::swap(live[random() % live.size()], live.back());
            if (what < 60)
                allocator.recordStream(live.back(), random() % 3);
            allocator.free(live.back());
            live.pop_back();
        } else if (what < 99) {
            memory.finish(random() % 3);
        } else {
            allocator.emptyCache();
        }
        for (; followed < recorder.events.size(); ++followed)
            state.apply(recorder.events[followed], followed);
        const Level wanted = levelOf(allocator.stats());
        QVERIFY2(state.level() == wanted,
            qPrintable(describe(state.level()) + QLatin1Char('\n') + describe(wanted)));
        if (step % 100 == 0)
            QCOMPARE(difference(state.segments(), listOf(allocator.snapshot())), QString());
    }
    QCOMPARE(state.contradictions(), 0U);
    QVERIFY(followed > 6000);
}

QTEST_GUILESS_MAIN(HeapListsTest)
#include "tst_heap_lists.moc"
