// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/caching_allocator.h"
#include "core/allocator/host_memory.h"
#include "core/base/bytes.h"
#include "tests/core/allocator/trace_model.h"

#include <QTest>
#include <cstring>
#include <random>
#include <thread>

using namespace tidemark;
using namespace tidemark::tests;

namespace {

constexpr int threads = 4;
constexpr int rounds = 3000;

// The sink is called under the lock, so it needs none of its own; ThreadSanitizer watches that.
class ModelSink : public AllocatorEventSink {
public:
    void onEvent(const AllocatorEvent& event) noexcept override
    {
        const QString fault = m_model.follow(event);
        if (m_fault.isEmpty())
            m_fault = fault;
    }
    const TraceModel& model() const { return m_model; }
    QString fault() const { return m_fault; }

private:
    TraceModel m_model{AllocatorSettings()};
    QString m_fault;
};

struct Held {
    std::uint64_t address = 0;
    std::size_t size = 0;
};

bool isIntact(const Held& held, int mark)
{
    const auto* const bytes = reinterpret_cast<const unsigned char*>(held.address);
    return bytes[0] == mark && bytes[held.size / 2] == mark && bytes[held.size - 1] == mark;
}

// Fills what it gets with its own mark, and looks for it before it lets go. Returns how often it was gone.
int work(CachingAllocator& allocator, int mark)
{
    std::mt19937 random(static_cast<unsigned>(mark));
    std::vector<Held> held;
    int damaged = 0;
    const auto letGo = [&](std::size_t i) {
        damaged += isIntact(held[i], mark) ? 0 : 1;
        allocator.free(held[i].address);
        held[i] = held.back();
        held.pop_back();
    };
    for (int round = 0; round < rounds; ++round) {
        if (held.size() > 20 || (!held.empty() && random() % 2 == 0)) {
            letGo(random() % held.size());
            continue;
        }
        const std::size_t size = 1 + random() % (random() % 16 == 0 ? 3000000 : 5000);
        const auto address = allocator.allocate(size, 0);
        if (!address)
            continue;
        std::memset(reinterpret_cast<void*>(*address), mark, size);
        allocator.recordStream(*address, random() % 3);
        held.push_back({*address, size});
    }
    while (!held.empty())
        letGo(held.size() - 1);
    return damaged;
}

} // namespace

class TestAllocatorThreads : public QObject {
    Q_OBJECT

private slots:
    void threadsShareOneAllocator()
    {
        HostMemory memory;
        ModelSink sink;
        CachingAllocator allocator(memory, {}, &sink);
        std::array<int, threads> damaged = {};
        std::vector<std::jthread> workers;
        for (int i = 0; i < threads; ++i)
            workers.emplace_back([&, i] { damaged[static_cast<std::size_t>(i)] = work(allocator, i + 1); });
        // Meanwhile somebody watches and empties, as a window does.
        for (int i = 0; i < 50; ++i) {
            const MemoryStats stats = allocator.stats();
            QVERIFY(stats.of(StatKind::AllocatedBytes).current <= stats.of(StatKind::ReservedBytes).current);
            const auto prediction = allocator.predictEmptyCache();
            QVERIFY(prediction.bytes % mebibyte == 0);
            allocator.snapshot();
            allocator.emptyCache();
            std::this_thread::yield();
        }
        for (std::jthread& worker : workers)
            worker.join();
        for (const int count : damaged)
            QCOMPARE(count, 0);
        QVERIFY2(sink.fault().isEmpty(), qPrintable(sink.fault()));
        QVERIFY2(sink.model().compare(allocator.snapshot()).isEmpty(),
            qPrintable(sink.model().compare(allocator.snapshot())));
        allocator.emptyCache();
        QCOMPARE(allocator.stats().of(StatKind::ReservedBytes).current, 0);
    }
};

QTEST_GUILESS_MAIN(TestAllocatorThreads)
#include "tst_allocator_threads.moc"
