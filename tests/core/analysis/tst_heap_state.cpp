// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/caching_allocator.h"
#include "core/allocator/simulated_memory.h"
#include "core/base/bytes.h"
#include "tests/core/analysis/analysis_fixtures.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr std::uint64_t base = 0x7f0000000000;
constexpr auto mib = static_cast<std::int64_t>(mebibyte);

// "4096+ 512w 100-": sizes of blocks in use, waiting and free, of all segments.
QString sketch(const HeapState& state)
{
    QStringList words;
    for (const BlockInfo& block : state.segments().blocks) {
        const char sign = block.state == BlockState::Inactive ? '-'
            : block.state == BlockState::ActiveAllocated      ? '+'
                                                              : 'w';
        words << QString::number(block.size / 512) + QLatin1Char(sign);
    }
    return words.join(QLatin1Char(' '));
}

} // namespace

// The rules one by one, with figures worked out by hand from CUDACachingAllocator.cpp.
class HeapStateTest : public QObject {
    Q_OBJECT

private slots:
    void inactiveSplit();
    void splitsLargeBlocks_data();
    void splitsLargeBlocks();
    void expandableSettingSplitsAnyBlock();
    void waitingBlocks();
    void expandableUnmap();
    void expandableRunsJoin();
    void eventsWithoutEffect();
    void births();
    void contradictions_data();
    void contradictions();
    void stateFromAList();
    void listsThatDoNotFit();
    void freeNeighboursInAList();
    void followsTheAllocator_data();
    void followsTheAllocator();
    void survivesNonsense();
};

void HeapStateTest::inactiveSplit()
{
    const auto figures = [](const TraceWriter& trace) {
        const Level level = trace.replay().level();
        return std::pair(level.inactiveSplit, level.inactiveSplitBytes / mib);
    };
    using Pair = std::pair<std::int64_t, std::int64_t>;
    TraceWriter trace;
    trace.segment(base, 20 * mebibyte);
    QCOMPARE(figures(trace), Pair(0, 0));
    for (std::uint64_t i = 0; i < 3; ++i)
        trace.alloc(base + i * 4 * mebibyte, 4 * mebibyte);
    QCOMPARE(figures(trace), Pair(1, 8));
    trace.free(base + 4 * mebibyte, 4 * mebibyte);
    QCOMPARE(figures(trace), Pair(2, 12));
    trace.free(base, 4 * mebibyte);
    QCOMPARE(figures(trace), Pair(2, 16));
    trace.free(base + 8 * mebibyte, 4 * mebibyte);
    QCOMPARE(figures(trace), Pair(0, 0));
    QCOMPARE(sketch(trace.replay()), QStringLiteral("40960-"));
}

void HeapStateTest::splitsLargeBlocks_data()
{
    QTest::addColumn<quint64>("request");
    QTest::addColumn<quint64>("maxSplit");
    QTest::addColumn<quint64>("given");
    const quint64 unlimited = AllocatorSettings::unlimited;
    QTest::newRow("small rest is kept") << quint64(19 * mebibyte) << unlimited << quint64(20 * mebibyte);
    QTest::newRow("rest above 1 MiB")
        << quint64(19 * mebibyte - 512) << unlimited << quint64(19 * mebibyte - 512);
    QTest::newRow("rounded up") << quint64(3 * mebibyte + 1) << unlimited << quint64(3 * mebibyte + 512);
    QTest::newRow("oversize") << quint64(8 * mebibyte) << quint64(8 * mebibyte) << quint64(20 * mebibyte);
    QTest::newRow("just not oversize")
        << quint64(8 * mebibyte - 512) << quint64(8 * mebibyte) << quint64(8 * mebibyte - 512);
    QTest::newRow("all of it") << quint64(20 * mebibyte) << unlimited << quint64(20 * mebibyte);
}

void HeapStateTest::splitsLargeBlocks()
{
    QFETCH(quint64, request);
    QFETCH(quint64, maxSplit);
    QFETCH(quint64, given);
    AllocatorSettings settings;
    settings.maxSplitSize = maxSplit;
    TraceWriter trace;
    trace.segment(base, 20 * mebibyte).alloc(base, request);
    const HeapState state = trace.replay(settings);
    QCOMPARE(state.level().allocatedBytes, static_cast<std::int64_t>(given));
    QCOMPARE(state.level().requestedBytes, static_cast<std::int64_t>(request));
    QCOMPARE(state.level().inactiveSplitBytes, static_cast<std::int64_t>(20 * mebibyte - given));
}

void HeapStateTest::expandableSettingSplitsAnyBlock()
{
    AllocatorSettings settings;
    settings.expandableSegments = true;
    TraceWriter trace;
    trace.segment(base, 20 * mebibyte).alloc(base, 20 * mebibyte - 512);
    QCOMPARE(trace.replay(settings).level().allocatedBytes, 20 * mib); // not switched on yet
    trace.map(base + gibibyte, 2 * mebibyte).free(base, 20 * mebibyte - 512).alloc(base, 20 * mebibyte - 512);
    QCOMPARE(trace.replay(settings).level().allocatedBytes, 20 * mib - 512);
    QCOMPARE(trace.replay().level().allocatedBytes, 20 * mib);
}

void HeapStateTest::waitingBlocks()
{
    TraceWriter trace;
    trace.segment(base, 2 * mebibyte).alloc(base, 1000).alloc(base + 1024, 2000);
    trace.add(Action::FreeRequested, base, 1000);
    const Level level = trace.replay().level();
    QCOMPARE(level.allocatedBytes, 2048);
    QCOMPARE(level.activeBytes, 3072);
    QCOMPARE(level.requestedBytes, 3000);
    QCOMPARE(level.allocation, 1);
    QCOMPARE(level.active, 2);
    QCOMPARE(sketch(trace.replay()), QStringLiteral("2w 4+ 4090-"));
    trace.free(base + 1024, 2000); // does not join the waiting block
    QCOMPARE(sketch(trace.replay()), QStringLiteral("2w 4094-"));
    trace.add(Action::FreeCompleted, base, 1000);
    QCOMPARE(sketch(trace.replay()), QStringLiteral("4096-"));
    QCOMPARE(trace.replay().level().requestedBytes, 0);
    QCOMPARE(trace.replay().contradictions(), 0U);
}

// Four blocks of 16 MiB in pages of 20 MiB; the middle two go, and with them the one whole page.
void HeapStateTest::expandableUnmap()
{
    TraceWriter trace;
    const std::uint64_t page = 20 * mebibyte;
    const std::uint64_t size = 16 * mebibyte;
    for (std::uint64_t i = 0; i < 4; ++i)
        trace.map(base + i * page, page).alloc(base + i * size, size);
    QCOMPARE(trace.replay().level().reservedBytes, 80 * mib);
    trace.free(base + size, size).free(base + 2 * size, size).unmap(base + page, page);
    const HeapState state = trace.replay();
    QCOMPARE(state.contradictions(), 0U);
    QCOMPARE(state.level().reservedBytes, 60 * mib);
    QCOMPARE(state.level().segment, 0);
    QCOMPARE(state.level().inactiveSplit, 0);
    QCOMPARE(sketch(state), QStringLiteral("32768+ 8192- 16384- 32768+ 32768-"));
    const SegmentList list = state.segments();
    QCOMPARE(list.segments.size(), 2U);
    QCOMPARE(list.segments[0].totalSize, page);
    QCOMPARE(list.segments[1].address, base + 2 * page);
    QCOMPARE(list.segments[1].totalSize, 2 * page);
    QVERIFY(list.segments[1].isExpandable && list.segments[1].isLarge);
}

void HeapStateTest::expandableRunsJoin()
{
    const std::uint64_t page = 2 * mebibyte;
    TraceWriter trace;
    trace.map(base, page).alloc(base, 1 * mebibyte).map(base + 2 * page, page);
    QCOMPARE(trace.replay().segments().segments.size(), 2U);
    trace.map(base + page, page); // the hole between: its free blocks become one
    QCOMPARE(trace.replay().segments().segments.size(), 1U);
    QCOMPARE(sketch(trace.replay()), QStringLiteral("2048+ 10240-"));
    QVERIFY(!trace.replay().segments().segments[0].isLarge);
    // What touches on another stream is another segment.
    trace.add(Action::SegmentMap, base + 3 * page, page, 1);
    QCOMPARE(trace.replay().segments().segments.size(), 2U);
}

void HeapStateTest::eventsWithoutEffect()
{
    TraceWriter trace;
    trace.segment(base, 2 * mebibyte).alloc(base, 512);
    const Level level = trace.replay().level();
    const QString before = sketch(trace.replay());
    trace.add(Action::Oom, base, 1000).add(Action::Snapshot, 0, 5).add(Action::Annotate, base, 512);
    trace.add(Action::UserDefined, base, 512).add(Action::Unknown, base, 512);
    QVERIFY(trace.replay().level() == level);
    QCOMPARE(sketch(trace.replay()), before);
    QCOMPARE(trace.replay().contradictions(), 0U);
}

// Blocks know the event that made them what they are.
void HeapStateTest::births()
{
    TraceWriter trace;
    trace.segment(base, 2 * mebibyte).alloc(base, 512).alloc(base + 512, 512).free(base, 512);
    const SegmentList list = trace.replay().segments();
    QCOMPARE(list.blocks.size(), 3U);
    QCOMPARE(list.blocks[0].allocEvent, 4U);
    QCOMPARE(list.blocks[1].allocEvent, 2U);
    QCOMPARE(list.blocks[2].allocEvent, 0U);
}

void HeapStateTest::contradictions_data()
{
    QTest::addColumn<TraceWriter>("more"); // behind: segment of 4096 pieces, blocks of 2 and 4
    QTest::addColumn<int>("count");
    QTest::addColumn<QString>("blocks");
    const std::uint64_t far = base + gibibyte;
    const auto row = [](const char* name, const TraceWriter& more, int count, const char* blocks) {
        QTest::newRow(name) << more << count << QString::fromLatin1(blocks);
    };
    row("free of the unknown", TraceWriter().free(far, 512), 2, "2+ 4+ 4090-");
    row("free inside a block", TraceWriter().free(base + 512, 512), 2, "2+ 4+ 4090-");
    row("freed twice", TraceWriter().free(base, 1000).free(base, 1000), 2, "2- 4+ 4090-");
    row("only completed", TraceWriter().add(Action::FreeCompleted, base, 1000), 0, "2- 4+ 4090-");
    row("alloc outside", TraceWriter().alloc(far, 700), 1, "2+ 4+ 4090- 2+");
    row("alloc outside, freed", TraceWriter().alloc(far, 700).free(far, 700), 1, "2+ 4+ 4090-");
    row("alloc over a block", TraceWriter().alloc(base, 512), 1, "1+ 1- 4+ 4090-");
    row("alloc over two blocks", TraceWriter().alloc(base, 1500), 1, "3+ 4093-");
    row("alloc inside free memory", TraceWriter().alloc(base + 10 * 512, 512), 1, "2+ 4+ 4- 1+ 4085-");
    row("alloc of more than there is", TraceWriter().alloc(base + 3072, 3 * mebibyte), 1, "2+ 4+ 4090+");
    row("absurd alloc", TraceWriter().alloc(base + 3072, UINT64_MAX - 5), 1, "2+ 4+ 4090-");
    row("a block that was cut against the rule",
        TraceWriter()
            .segment(far, 20 * mebibyte)
            .alloc(far, 39 * mebibyte / 2)
            .alloc(far + 39 * mebibyte / 2, 512),
        1, "2+ 4+ 4090- 39936+ 1+ 1023-");
    row("segment twice", TraceWriter().segment(base, 4 * mebibyte), 1, "8192-");
    row("segment_free with blocks", TraceWriter().add(Action::SegmentFree, base, 2 * mebibyte), 1, "");
    row("segment_free of the unknown", TraceWriter().add(Action::SegmentFree, far, 512), 1, "2+ 4+ 4090-");
    row("segment at the end of all", TraceWriter().segment(UINT64_MAX - 5, mebibyte), 1, "2+ 4+ 4090-");
    row("map over a segment", TraceWriter().map(base, 4 * mebibyte), 1, "8192-");
    row("unmap of the unknown", TraceWriter().unmap(far, mebibyte), 1, "2+ 4+ 4090-");
    row("unmap of a segment", TraceWriter().unmap(base, 2 * mebibyte), 1, "");
    row("map over a mapped run",
        TraceWriter().map(far, 2 * mebibyte).alloc(far, 512).map(far - 2 * mebibyte, 8 * mebibyte), 1,
        "2+ 4+ 4090- 4096- 1+ 12287-");
    row("unmap under a block", TraceWriter().map(far, 4 * mebibyte).alloc(far, 512).unmap(far, 2 * mebibyte),
        1, "2+ 4+ 4090- 4096-");
}

void HeapStateTest::contradictions()
{
    QFETCH(TraceWriter, more);
    QFETCH(int, count);
    QFETCH(QString, blocks);
    TraceWriter start;
    start.segment(base, 2 * mebibyte).alloc(base, 1000).alloc(base + 1024, 2000);
    HeapState state = start.replay();
    for (std::size_t i = 0; i < more.device().events.size(); ++i)
        state.apply(more.device().events[i], 3 + i);
    QCOMPARE(state.contradictions(), static_cast<std::uint64_t>(count));
    QCOMPARE(sketch(state), blocks);
    QVERIFY2(state.level() == recount(state.segments()), qPrintable(describe(state.level())));
}

void HeapStateTest::stateFromAList()
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

void HeapStateTest::listsThatDoNotFit()
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
void HeapStateTest::freeNeighboursInAList()
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

void HeapStateTest::followsTheAllocator_data()
{
    QTest::addColumn<QString>("conf");
    for (const char* conf : {"", "roundup_power2_divisions:8", "max_split_size_mb:32",
             "max_split_size_mb:64,garbage_collection_threshold:0.6"})
        QTest::newRow(*conf == 0 ? "plain" : conf) << QString::fromLatin1(conf);
}

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

// Random work on three streams through our own allocator: after every call, statistics and blocks must agree.
void HeapStateTest::followsTheAllocator()
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

// Whatever comes, forward or backward: the list stays in order and without gaps, and the figures are its
// sums.
void HeapStateTest::survivesNonsense()
{
    std::mt19937_64 random(testSeed());
    for (int round = 0; round < 40; ++round) {
        AllocatorSettings settings;
        settings.expandableSegments = round % 2 == 1;
        HeapState state(settings);
        for (std::uint64_t i = 0; i < 1000; ++i) {
            Event event;
            event.action = static_cast<Action>(random() % 12);
            event.address = base + random() % 64 * 256 * 1024;
            event.size = (random() % 40) * 128 * 1024;
            event.stream = static_cast<StreamSlot>(random() % 2);
            if (random() % 50 == 0)
                event.size = random();
            if (random() % 50 == 0)
                event.address = random();
            if (round % 4 < 2)
                state.apply(event, i);
            else
                state.undo(event);
            if (i % 50 == 0 || i + 1 == 1000) {
                const QString flaw = flawOf(state.segments());
                QVERIFY2(flaw.isEmpty() || flaw.startsWith(QStringLiteral("two free")), qPrintable(flaw));
                QVERIFY(state.level() == recount(state.segments()));
            }
        }
        state.finishUndo();
        QVERIFY(state.level() == recount(state.segments()));
    }
}

QTEST_GUILESS_MAIN(HeapStateTest)
#include "tst_heap_state.moc"
