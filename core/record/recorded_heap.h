// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/caching_allocator.h"
#include "core/record/recorder.h"

#include <chrono>
#include <mutex>
#include <string_view>

namespace tidemark {

// An allocator and the recorder that listens to it, with one lock around both: what the recorder is told
// about the allocator's figures holds exactly at that place of the stream, whatever other threads do.
// All members may be called from any thread.
class RecordedHeap {
public:
    // Both must outlive this.
    RecordedHeap(CachingAllocator& allocator, Recorder& recorder);

    tl::expected<std::uint64_t, OutOfMemory> allocate(std::uint64_t size, StreamHandle stream);
    void free(std::uint64_t address);

    // Writes memory_stats() into the stream under `name`, and returns them.
    MemoryStats sample(std::string_view name);
    void resetPeak();

    struct Emptied {
        CacheRelease returned;
        MemoryStats after;
        std::uint64_t keptFreeBytes = 0; // free, but in segments with live blocks
        std::size_t pinnedSegments = 0; // segments that hold keptFreeBytes
        std::chrono::microseconds duration = {}; // of the allocator's own work
    };
    // empty_cache() with a sample before and after and a mark.
    Emptied emptyCache();

private:
    std::mutex m_mutex;
    CachingAllocator& m_allocator;
    Recorder& m_recorder;
};

} // namespace tidemark
