// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/caching_allocator.h"
#include "core/allocator/simulated_memory.h"
#include "tests/core/analysis/heap_sketch.h"

#include <QtTest>

using namespace tidemark;
using namespace tidemark::tests;

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
