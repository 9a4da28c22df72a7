// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/caching_allocator.h"
#include "core/allocator/host_memory.h"
#include "core/allocator/simulated_memory.h"
#include "core/base/bytes.h"
#include "tests/core/allocator/checked_memory.h"
#include "tests/core/allocator/event_log.h"
#include "tests/core/allocator/random_program.h"
#include "tests/core/allocator/trace_model.h"

#include <QTest>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr int steps = 20000;

// Nothing, or what is wrong with the allocator's own account of itself.
QString faultOf(const std::vector<AllocatorSegment>& segments, const MemoryStats& stats)
{
    std::uint64_t reserved = 0;
    std::uint64_t allocated = 0;
    std::uint64_t active = 0;
    std::uint64_t end = 0;
    for (const AllocatorSegment& segment : segments) {
        if (segment.address < end)
            return QStringLiteral("segments overlap at 0x%1").arg(segment.address, 0, 16);
        std::uint64_t address = segment.address;
        bool wasFree = false;
        for (const AllocatorBlock& block : segment.blocks) {
            if (block.address != address || block.size == 0 || block.size % 512 != 0)
                return QStringLiteral("a gap or an overlap at 0x%1").arg(address, 0, 16);
            if (wasFree && !block.isActive)
                return QStringLiteral("free neighbours at 0x%1").arg(address, 0, 16);
            wasFree = !block.isActive;
            address += block.size;
            allocated += block.isAllocated ? block.size : 0;
            active += block.isActive ? block.size : 0;
        }
        end = segment.address + segment.totalSize;
        if (address != end)
            return QStringLiteral("blocks and segment differ at 0x%1").arg(segment.address, 0, 16);
        reserved += segment.totalSize;
    }
    const auto is = [&](StatKind kind, std::uint64_t bytes) {
        return stats.of(kind).current == static_cast<std::int64_t>(bytes)
            && stats.of(kind, StatPool::Small).current + stats.of(kind, StatPool::Large).current
            == stats.of(kind).current;
    };
    if (!is(StatKind::ReservedBytes, reserved) || !is(StatKind::AllocatedBytes, allocated)
        || !is(StatKind::ActiveBytes, active))
        return QStringLiteral("statistics differ from the blocks");
    return {};
}

// The allocator's statistics without what events do not tell.
MemoryStats told(MemoryStats stats)
{
    stats.numAllocRetries = 0;
    stats.numSyncAllStreams = 0;
    return stats;
}

// Confs that follow one another at run time, separated by blanks.
std::vector<AllocatorSettings> settings(const QByteArray& confs)
{
    std::vector<AllocatorSettings> result;
    for (const QByteArray& conf : confs.split(' '))
        result.push_back(*AllocatorSettings::parse(conf.toStdString()));
    return result;
}

RandomProgram::Options options(
    const QByteArray& confs, std::uint64_t limit, bool usesPools, SimulatedMemory* streams)
{
    // Whether a block that was borrowed is cut is not told by the events where pools are expandable.
    const bool borrows = !streams || !confs.contains("expandable");
    return {limit, streams, settings(confs), usesPools, borrows};
}

} // namespace

class TestAllocatorProperties : public QObject {
    Q_OBJECT

    void addSettings()
    {
        QTest::addColumn<QByteArray>("confs");
        QTest::addColumn<quint64>("limit");
        QTest::addColumn<bool>("usesPools");
        const auto row = [](const char* name, const char* confs, std::uint64_t limit) {
            QTest::newRow(name) << QByteArray(confs) << quint64(limit) << false;
            QTest::addRow("%s, pools", name) << QByteArray(confs) << quint64(limit) << true;
        };
        row("plain", "", 8 * gibibyte);
        row("tight", "", 600 * mebibyte);
        row("roundup", "roundup_power2_divisions:[1:4,8:2,>:8]", 2 * gibibyte);
        row("split and gc", "max_split_size_mb:24,garbage_collection_threshold:0.6", 800 * mebibyte);
        row("large segments", "large_segment_size_mb:33,max_split_size_mb:40,max_non_split_rounding_mb:50",
            800 * mebibyte);
        row("expandable", "expandable_segments:True", 8 * gibibyte);
        row("expandable, tight", "expandable_segments:True", 600 * mebibyte);
        row("expandable and more",
            "expandable_segments:True,max_split_size_mb:40,garbage_collection_threshold:0.6,"
            "large_segment_size_mb:33",
            800 * mebibyte);
        row("changing",
            "expandable_segments:True max_split_size_mb:24 expandable_segments:True,large_segment_size_mb:50 "
            "roundup_power2_divisions:4,garbage_collection_threshold:0.5 throw_on_cudamalloc_oom:True",
            800 * mebibyte);
    }

private slots:
    void initTestCase() { qInfo("TIDEMARK_SEED=%u", randomSeed()); }

    void longRunsAgreeWithTheModel_data() { addSettings(); }
    void longRunsAgreeWithTheModel()
    {
        QFETCH(QByteArray, confs);
        QFETCH(quint64, limit);
        QFETCH(bool, usesPools);
        SimulatedMemory simulated(limit, SimulatedMemory::Streams::ByHand);
        CheckedMemory memory(simulated);
        EventLog log;
        {
            const AllocatorSettings first = settings(confs).front();
            CachingAllocator allocator(memory, first, &log);
            allocator.setMemoryLimit(limit);
            RandomProgram program(allocator, options(confs, limit, usesPools, &simulated));
            TraceModel model(first);
            for (int step = 0; step < steps; ++step) {
                program.step();
                model.setSettings(program.settings());
                model.setNeverSplit(program.neverSplitPools());
                model.setReservations(memory.reservationStarts());
                QString fault = memory.fault();
                for (const AllocatorEvent& event : log.take())
                    fault += model.follow(event);
                if (told(allocator.stats()) != model.stats())
                    fault += QStringLiteral("statistics");
                if (step % 100 == 0) {
                    const auto snapshot = allocator.snapshot();
                    fault += faultOf(snapshot, allocator.stats()) + model.compare(snapshot);
                    if (memory.held() != limit - simulated.room().free)
                        fault += QStringLiteral("the device's room");
                }
                QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("step %1: %2").arg(step).arg(fault)));
            }
            const MemoryStats stats = allocator.stats();
            if (limit < 2 * gibibyte)
                QVERIFY(stats.numAllocRetries > 10 && stats.numOoms > 10); // else the run tried too little
        }
        QVERIFY(memory.holdsNothing());
        QVERIFY2(memory.fault().isEmpty(), qPrintable(memory.fault()));
    }

    void thePredictionComesTrue_data()
    {
        QTest::addColumn<QByteArray>("confs");
        QTest::addColumn<bool>("usesPools");
        QTest::newRow("plain") << QByteArray() << false;
        QTest::newRow("pools") << QByteArray() << true;
        QTest::newRow("expandable") << QByteArray("expandable_segments:True") << false;
        QTest::newRow("changing, pools")
            << QByteArray("expandable_segments:True expandable_segments:False") << true;
    }
    void thePredictionComesTrue()
    {
        QFETCH(QByteArray, confs);
        QFETCH(bool, usesPools);
        constexpr std::uint64_t limit = 2 * gibibyte;
        SimulatedMemory memory(limit, SimulatedMemory::Streams::ByHand);
        CachingAllocator allocator(memory, settings(confs).front(), nullptr);
        RandomProgram program(allocator, options(confs, limit, usesPools, &memory));
        std::uint64_t total = 0;
        for (int step = 0; step < steps; ++step) {
            program.step();
            if (step % 50 != 0)
                continue;
            const CacheRelease predicted = allocator.predictEmptyCache();
            const CacheRelease released = allocator.emptyCache();
            QCOMPARE(released.bytes, predicted.bytes);
            QCOMPARE(released.segments, predicted.segments);
            total += released.bytes;
        }
        QVERIFY(total > gibibyte);
    }

    void hostAndSimulationDecideAlike_data() { addSettings(); }
    void hostAndSimulationDecideAlike()
    {
        QFETCH(QByteArray, confs);
        QFETCH(quint64, limit);
        QFETCH(bool, usesPools);
        const AllocatorSettings first = settings(confs).front();
        HostMemory unchecked(limit);
        CheckedMemory host(unchecked);
        EventLog hostLog;
        CachingAllocator onHost(host, first, &hostLog);
        SimulatedMemory simulated(limit);
        EventLog simulatedLog;
        CachingAllocator inSimulation(simulated, first, &simulatedLog);
        RandomProgram hostProgram(onHost, options(confs, limit, usesPools, nullptr));
        RandomProgram simulatedProgram(inSimulation, options(confs, limit, usesPools, nullptr));
        for (int step = 0; step < steps; ++step) {
            hostProgram.step();
            // Which of two blocks of equal size is taken depends on addresses, so they must be the same.
            const CheckedMemory::Places places = host.takePlaces();
            for (const std::uint64_t address : places.segments)
                simulated.setNextAddress(address);
            QVERIFY(places.reservations.size() <= 1);
            for (const std::uint64_t address : places.reservations)
                simulated.setNextReservation(address);
            simulatedProgram.step();
            const auto expected = hostLog.take();
            const auto got = simulatedLog.take();
            QCOMPARE(got.size(), expected.size());
            for (std::size_t i = 0; i < got.size(); ++i)
                QCOMPARE(toText(got[i]), toText(expected[i]));
        }
        QVERIFY(onHost.stats() == inSimulation.stats());
        QVERIFY2(host.fault().isEmpty(), qPrintable(host.fault()));
    }

    void simulationRepeatsItself()
    {
        QString first;
        for (int turn = 0; turn < 2; ++turn) {
            SimulatedMemory memory(gibibyte, SimulatedMemory::Streams::ByHand);
            EventLog log;
            CachingAllocator allocator(memory, {}, &log);
            RandomProgram program(allocator,
                options("expandable_segments:True expandable_segments:False", gibibyte, true, &memory));
            QString events;
            for (int step = 0; step < 2000; ++step)
                program.step();
            for (const AllocatorEvent& event : log.take())
                events += toText(event) + u'\n';
            if (turn == 0)
                first = events;
            QVERIFY(!events.isEmpty() && events == first);
        }
    }
};

QTEST_GUILESS_MAIN(TestAllocatorProperties)
#include "tst_allocator_properties.moc"
