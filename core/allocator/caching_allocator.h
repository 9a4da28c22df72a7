// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_event.h"
#include "core/allocator/allocator_settings.h"
#include "core/allocator/allocator_state.h"
#include "core/allocator/device_memory.h"
#include "core/allocator/memory_stats.h"
#include "core/allocator/out_of_memory.h"
#include "core/base/error.h"

#include <memory>
#include <mutex>
#include <vector>

namespace tidemark {

class DeviceAllocator;

// PyTorch's caching allocator for one device: the policy of CUDACachingAllocator.cpp (2.11) over any
// DeviceMemory. Thread-safe: one lock, as there. Private pools and expandable segments are not in it.
class CachingAllocator {
public:
    // An error that names the settings this allocator cannot follow (they parse, since recordings carry
    // them).
    static Expected<void> supports(const AllocatorSettings& settings);

    // `memory` and `sink` must outlive the allocator; `sink` may be null. supports(settings) must hold.
    // settings.perProcessMemoryFraction below 1 sets the memory limit to that share of memory.room().total.
    // Segments that are left at the end go back to `memory`, without an event.
    CachingAllocator(DeviceMemory& memory, const AllocatorSettings& settings, AllocatorEventSink* sink);
    ~CachingAllocator();
    CachingAllocator(const CachingAllocator&) = delete;
    CachingAllocator& operator=(const CachingAllocator&) = delete;

    // At most this many reserved bytes from now on; 0 takes the limit away.
    void setMemoryLimit(std::uint64_t bytes);

    // An address; 0 for size 0, as PyTorch hands out a null pointer.
    tl::expected<std::uint64_t, OutOfMemory> allocate(std::uint64_t size, StreamHandle stream);
    // `address` must be what allocate() returned and not freed since; 0 is ignored.
    void free(std::uint64_t address);
    // The block is also used on `stream`: after free() it waits until that stream has come so far.
    void recordStream(std::uint64_t address, StreamHandle stream);

    CacheRelease emptyCache();
    // What emptyCache() would return now (pending blocks count as finished).
    CacheRelease predictEmptyCache() const;

    MemoryStats stats() const;
    void resetPeakStats();
    void resetAccumulatedStats();

    // Every segment by address. Leaves no event behind, unlike PyTorch's.
    std::vector<AllocatorSegment> snapshot() const;

private:
    mutable std::mutex m_mutex;
    std::unique_ptr<DeviceAllocator> m_device; // only with the lock held
};

} // namespace tidemark
