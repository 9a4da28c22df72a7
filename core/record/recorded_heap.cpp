// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/recorded_heap.h"

namespace tidemark {

RecordedHeap::RecordedHeap(CachingAllocator& allocator, DeviceRecorder& recorder)
    : m_allocator(allocator)
    , m_recorder(recorder)
{ }

tl::expected<std::uint64_t, OutOfMemory> RecordedHeap::allocate(std::uint64_t size, StreamHandle stream)
{
    const std::lock_guard lock(m_mutex);
    return m_allocator.allocate(size, stream);
}

void RecordedHeap::free(std::uint64_t address)
{
    const std::lock_guard lock(m_mutex);
    m_allocator.free(address);
}

void RecordedHeap::recordStream(std::uint64_t address, StreamHandle stream)
{
    const std::lock_guard lock(m_mutex);
    m_allocator.recordStream(address, stream);
}

void RecordedHeap::releaseCached()
{
    const std::lock_guard lock(m_mutex);
    m_allocator.emptyCache();
}

MemoryStats RecordedHeap::sample(std::string_view name)
{
    const std::lock_guard lock(m_mutex);
    MemoryStats stats = m_allocator.stats();
    m_recorder.stats(name, stats);
    return stats;
}

void RecordedHeap::resetPeak()
{
    const std::lock_guard lock(m_mutex);
    m_allocator.resetPeakStats();
    m_recorder.mark(MarkKind::ResetPeak, "");
}

RecordedHeap::Emptied RecordedHeap::emptyCache()
{
    const std::lock_guard lock(m_mutex);
    m_recorder.stats("before empty_cache", m_allocator.stats());
    const auto start = std::chrono::steady_clock::now();
    Emptied emptied;
    emptied.returned = m_allocator.emptyCache();
    emptied.duration =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);
    m_recorder.mark(MarkKind::EmptyCache, "", static_cast<std::int64_t>(emptied.returned.bytes));
    emptied.after = m_allocator.stats();
    m_recorder.stats("after empty_cache", emptied.after);
    tellKept(emptied, m_allocator.snapshot());
    return emptied;
}

} // namespace tidemark
