// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/caching_allocator.h"
#include "core/record/device_recorder.h"
#include "core/record/recorded_memory.h"

#include <mutex>
#include <string_view>

namespace tidemark {

// An allocator of ours and the recorder that listens to it, with one lock around both: what the recorder is
// told about the allocator's figures holds exactly at that place of the stream, whatever other threads do.
// All members may be called from any thread.
class RecordedHeap final : public RecordedMemory {
public:
    // Both must outlive this.
    RecordedHeap(CachingAllocator& allocator, DeviceRecorder& recorder);

    tl::expected<std::uint64_t, OutOfMemory> allocate(std::uint64_t size, StreamHandle stream);
    void free(std::uint64_t address);
    void recordStream(std::uint64_t address, StreamHandle stream);
    // empty_cache() on the program's own account: with its events, but neither mark nor samples.
    void releaseCached();

    MemoryStats sample(std::string_view name) override;
    void resetPeak() override;
    Emptied emptyCache() override;
    std::vector<AllocatorSegment> segments() const override { return m_allocator.snapshot(); }

private:
    std::mutex m_mutex;
    CachingAllocator& m_allocator;
    DeviceRecorder& m_recorder;
};

} // namespace tidemark
