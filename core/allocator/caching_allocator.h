// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_event.h"
#include "core/allocator/allocator_settings.h"
#include "core/allocator/device_memory.h"
#include "core/allocator/memory_stats.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace tidemark {

// An allocation that could not be served, with what PyTorch's OutOfMemoryError says. Bytes.
struct OutOfMemory {
    std::uint64_t requested = 0; // what the caller asked for
    std::uint64_t segmentSize = 0; // what would have been got from the device: PyTorch's "Tried to allocate"
    std::uint64_t deviceTotal = 0;
    std::uint64_t deviceFree = 0;
    std::uint64_t limit = 0; // 0: none
    std::uint64_t allocated = 0;
    std::uint64_t reservedUnallocated = 0;

    std::string message() const; // PyTorch's wording
};

// What empty_cache() did, or would do.
struct CacheRelease {
    std::uint64_t bytes = 0;
    std::size_t segments = 0;
};

struct AllocatorBlock {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::uint64_t requestedSize = 0;
    bool isAllocated = false;
    bool isActive = false; // allocated, or freed and still waiting for a stream
};

struct AllocatorSegment {
    std::uint64_t address = 0;
    std::uint64_t totalSize = 0;
    StreamHandle stream = 0;
    bool isLarge = false;
    std::vector<AllocatorBlock> blocks; // by address, no gaps
};

// PyTorch's caching allocator for one device: the policy of CUDACachingAllocator.cpp (2.11) over any
// DeviceMemory. Thread-safe: one lock, as there.
class CachingAllocator {
public:
    // `memory` and `sink` must outlive the allocator; `sink` may be null.
    CachingAllocator(DeviceMemory& memory, const AllocatorSettings& settings, AllocatorEventSink* sink);
    ~CachingAllocator();
    CachingAllocator(const CachingAllocator&) = delete;
    CachingAllocator& operator=(const CachingAllocator&) = delete;

    // At most this many reserved bytes; 0 takes the limit away.
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

    // Every segment by address.
    std::vector<AllocatorSegment> snapshot() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace tidemark
