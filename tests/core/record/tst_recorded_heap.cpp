// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/simulated_memory.h"
#include "core/base/bytes.h"
#include "core/record/recorded_heap.h"
#include "recorder_reader.h"

#include <QtTest>
#include <algorithm>
#include <thread>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr StreamHandle own = 0x10;
constexpr StreamHandle other = 0x20;

std::vector<Action> actionsOf(const Recording& recording)
{
    const auto column = recording.devices.at(0).events.action();
    std::vector<Action> actions;
    for (std::size_t i = 0; i < recording.devices.at(0).events.size(); ++i)
        actions.push_back(column[i]);
    return actions;
}

} // namespace

class TestRecordedHeap : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aBlockWaitsForTheStreamsThatUsedIt();
    void programsReleaseWithoutAMark();
    void figuresHoldWhereTheyStand();
};

void TestRecordedHeap::aBlockWaitsForTheStreamsThatUsedIt()
{
    RecorderReader reader;
    const auto recorder = startRecorder(reader.writeEnd());
    SimulatedMemory memory(gibibyte, SimulatedMemory::Streams::ByHand);
    CachingAllocator allocator(memory, {}, &recorder->device());
    RecordedHeap heap(allocator, recorder->device());

    const auto first = heap.allocate(4 * mebibyte, own);
    heap.recordStream(*first, other);
    heap.free(*first);
    QCOMPARE(heap.sample("waiting").of(StatKind::ActiveBytes).current, std::int64_t(4 * mebibyte));
    const auto second = heap.allocate(4 * mebibyte, own);
    QVERIFY(*second != *first);
    memory.finish(other);
    const auto third = heap.allocate(4 * mebibyte, own);
    QCOMPARE(*third, *first);

    QVERIFY(recorder->finish().has_value());
    const std::vector<Action> expected = {Action::SegmentAlloc, Action::Alloc, Action::FreeRequested,
        Action::Alloc, Action::FreeCompleted, Action::Alloc};
    QCOMPARE(actionsOf(reader.readAll()), expected);
}

// As a library does that needs room: the user's button leaves a mark and samples, this does not.
void TestRecordedHeap::programsReleaseWithoutAMark()
{
    RecorderReader reader;
    const auto recorder = startRecorder(reader.writeEnd());
    SimulatedMemory memory(gibibyte);
    CachingAllocator allocator(memory, {}, &recorder->device());
    RecordedHeap heap(allocator, recorder->device());

    heap.free(*heap.allocate(4 * mebibyte, own));
    heap.releaseCached();
    QVERIFY(heap.segments().empty());
    heap.free(*heap.allocate(4 * mebibyte, own));
    QCOMPARE(heap.emptyCache().returned.bytes, 20 * mebibyte);

    QVERIFY(recorder->finish().has_value());
    const Recording recording = reader.readAll();
    const std::vector<Action> expected = {Action::SegmentAlloc, Action::Alloc, Action::FreeRequested,
        Action::FreeCompleted, Action::SegmentFree};
    const std::vector<Action> actions = actionsOf(recording);
    QVERIFY(std::equal(expected.begin(), expected.end(), actions.begin()));
    QCOMPARE(actions.size(), 2 * expected.size());
    QCOMPARE(std::count_if(recording.marks.begin(), recording.marks.end(),
                 [](const Mark& mark) { return mark.kind == MarkKind::EmptyCache; }),
        1);
    QCOMPARE(recording.devices.at(0).statistics.size(), std::size_t(2)); // before and after
}

// Other threads allocate meanwhile: every sample is what the events before it add up to.
void TestRecordedHeap::figuresHoldWhereTheyStand()
{
    RecorderReader reader;
    const auto recorder = startRecorder(reader.writeEnd());
    SimulatedMemory memory(gibibyte);
    CachingAllocator allocator(memory, {}, &recorder->device());
    RecordedHeap heap(allocator, recorder->device());

    std::thread busy([&] {
        for (int i = 0; i < 20000; ++i)
            heap.free(*heap.allocate(512 * std::uint64_t(1 + i % 100), own));
    });
    for (int i = 0; i < 200; ++i)
        heap.sample("now");
    busy.join();
    std::thread finishing([&] { QVERIFY(recorder->finish().has_value()); });
    const Recording recording = reader.readAll();
    finishing.join();

    const Device& device = recording.devices.at(0);
    QCOMPARE(device.statistics.size(), std::size_t(200));
    for (const StatsSample& sample : device.statistics) {
        std::int64_t allocations = 0;
        for (std::size_t i = 0; i < sample.event; ++i) {
            allocations += device.events.action()[i] == Action::Alloc ? 1 : 0;
            allocations -= device.events.action()[i] == Action::FreeRequested ? 1 : 0;
        }
        const auto told = std::find_if(sample.values.begin(), sample.values.end(),
            [](const auto& value) { return value.first == "allocation.all.current"; });
        QVERIFY(told != sample.values.end());
        QCOMPARE(told->second, allocations);
    }
}

QTEST_GUILESS_MAIN(TestRecordedHeap)
#include "tst_recorded_heap.moc"
