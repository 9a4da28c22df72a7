// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/caching_allocator.h"
#include "core/allocator/host_memory.h"
#include "core/allocator/simulated_memory.h"
#include "core/base/bytes.h"
#include "tests/core/allocator/event_log.h"
#include "tests/core/allocator/trace_model.h"

#include <QTest>
#include <random>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr int steps = 20000;

// TIDEMARK_SEED=N repeats a run.
unsigned seed()
{
    static const unsigned value = qEnvironmentVariableIsSet("TIDEMARK_SEED")
        ? qEnvironmentVariable("TIDEMARK_SEED").toUInt()
        : 20250611;
    return value;
}

// Does random things to an allocator. The choices depend on the seed and on what the allocator answered, not
// on addresses.
class RandomProgram {
public:
    RandomProgram(CachingAllocator& allocator, SimulatedMemory* streams, std::uint64_t limit)
        : m_allocator(allocator)
        , m_streams(streams)
        , m_limit(limit)
        , m_random(seed())
    { }

    void step()
    {
        const unsigned choice = pick(1000);
        if (choice < 2)
            m_allocator.emptyCache();
        else if (choice < 4)
            m_allocator.setMemoryLimit(pick(2) ? m_limit : m_limit / 2);
        else if (choice < 30 && m_streams)
            m_streams->finish(pick(streamCount));
        else if (choice < 80 && !m_live.empty())
            m_allocator.recordStream(m_live[pick(m_live.size())], pick(streamCount));
        else if (choice < (m_isGrowing ? 450u : 700u) && !m_live.empty())
            freeOne();
        else
            allocateOne();
        if (pick(400) == 0)
            m_isGrowing = !m_isGrowing;
    }

private:
    static constexpr unsigned streamCount = 3;

    template <class Count>
    unsigned pick(Count count)
    {
        return static_cast<unsigned>(m_random() % static_cast<unsigned>(count));
    }

    std::uint64_t size()
    {
        constexpr auto mib = static_cast<unsigned>(mebibyte);
        switch (pick(8)) {
        case 0:
        case 1:
            return 1 + pick(4096);
        case 2:
        case 3:
            return 1 + pick(mib);
        case 4:
            return (1 + pick(4)) * 256 * 1024;
        case 5:
            return mib + 1 + pick(9 * mib);
        case 6:
            return 9 * mib + pick(3 * mib);
        default:
            return 1 + pick(64 * mib);
        }
    }

    void allocateOne()
    {
        const auto address = m_allocator.allocate(size(), pick(8) ? 0 : pick(streamCount));
        if (address)
            m_live.push_back(*address);
    }

    void freeOne()
    {
        const std::size_t i = pick(m_live.size());
        m_allocator.free(m_live[i]);
        m_live[i] = m_live.back();
        m_live.pop_back();
    }

    CachingAllocator& m_allocator;
    SimulatedMemory* m_streams = nullptr;
    std::uint64_t m_limit = 0;
    std::mt19937 m_random;
    std::vector<std::uint64_t> m_live;
    bool m_isGrowing = true;
};

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

AllocatorSettings settings(const QByteArray& conf)
{
    return *AllocatorSettings::parse(conf.toStdString());
}

} // namespace

class TestAllocatorProperties : public QObject {
    Q_OBJECT

    void addSettings()
    {
        QTest::addColumn<QByteArray>("conf");
        QTest::addColumn<quint64>("limit");
        QTest::newRow("plain") << QByteArray() << quint64(8 * gibibyte);
        QTest::newRow("tight") << QByteArray() << quint64(600 * mebibyte);
        QTest::newRow("roundup") << QByteArray("roundup_power2_divisions:[1:4,8:2,>:8]")
                                 << quint64(2 * gibibyte);
        QTest::newRow("split and gc")
            << QByteArray("max_split_size_mb:24,garbage_collection_threshold:0.6") << quint64(800 * mebibyte);
        QTest::newRow("large segments")
            << QByteArray("large_segment_size_mb:33,max_split_size_mb:40,max_non_split_rounding_mb:50")
            << quint64(800 * mebibyte);
    }

private slots:
    void initTestCase() { qInfo("TIDEMARK_SEED=%u", seed()); }

    void longRunsAgreeWithTheModel_data() { addSettings(); }
    void longRunsAgreeWithTheModel()
    {
        QFETCH(QByteArray, conf);
        QFETCH(quint64, limit);
        SimulatedMemory memory(limit, SimulatedMemory::Streams::ByHand);
        EventLog log;
        CachingAllocator allocator(memory, settings(conf), &log);
        allocator.setMemoryLimit(limit);
        RandomProgram program(allocator, &memory, limit);
        TraceModel model(settings(conf));
        for (int step = 0; step < steps; ++step) {
            program.step();
            for (const AllocatorEvent& event : log.take()) {
                const QString fault = model.follow(event);
                QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("step %1: %2").arg(step).arg(fault)));
            }
            QVERIFY2(told(allocator.stats()) == model.stats(), qPrintable(QString::number(step)));
            if (step % 100 != 0)
                continue;
            const auto snapshot = allocator.snapshot();
            const QString fault = faultOf(snapshot, allocator.stats()) + model.compare(snapshot);
            QVERIFY2(fault.isEmpty(), qPrintable(QStringLiteral("step %1: %2").arg(step).arg(fault)));
        }
        const MemoryStats stats = allocator.stats();
        if (limit < 2 * gibibyte)
            QVERIFY(stats.numAllocRetries > 10 && stats.numOoms > 10); // else the run tried too little
    }

    void thePredictionComesTrue()
    {
        SimulatedMemory memory(2 * gibibyte, SimulatedMemory::Streams::ByHand);
        CachingAllocator allocator(memory, {}, nullptr);
        RandomProgram program(allocator, &memory, 2 * gibibyte);
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
        QFETCH(QByteArray, conf);
        QFETCH(quint64, limit);
        HostMemory host(limit);
        EventLog hostLog;
        CachingAllocator onHost(host, settings(conf), &hostLog);
        SimulatedMemory simulated(limit);
        EventLog simulatedLog;
        CachingAllocator inSimulation(simulated, settings(conf), &simulatedLog);
        RandomProgram hostProgram(onHost, nullptr, limit);
        RandomProgram simulatedProgram(inSimulation, nullptr, limit);
        for (int step = 0; step < steps; ++step) {
            hostProgram.step();
            const auto expected = hostLog.take();
            // Which of two blocks of equal size is taken depends on addresses, so they must be the same.
            for (const AllocatorEvent& event : expected)
                if (event.action == Action::SegmentAlloc)
                    simulated.setNextAddress(event.address);
            simulatedProgram.step();
            const auto got = simulatedLog.take();
            QCOMPARE(got.size(), expected.size());
            for (std::size_t i = 0; i < got.size(); ++i)
                QCOMPARE(toText(got[i]), toText(expected[i]));
        }
        QVERIFY(onHost.stats() == inSimulation.stats());
    }

    void simulationRepeatsItself()
    {
        QString first;
        for (int turn = 0; turn < 2; ++turn) {
            SimulatedMemory memory(gibibyte, SimulatedMemory::Streams::ByHand);
            EventLog log;
            CachingAllocator allocator(memory, {}, &log);
            RandomProgram program(allocator, &memory, gibibyte);
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
