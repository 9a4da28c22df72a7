// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_event.h"
#include "core/allocator/allocator_settings.h"
#include "core/allocator/allocator_state.h"
#include "core/allocator/device_memory.h"
#include "core/allocator/memory_stats.h"
#include "core/allocator/out_of_memory.h"
#include "core/allocator/policy_version.h"

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace tidemark {

class DeviceAllocator;

// PyTorch's caching allocator for one device: the policy of CUDACachingAllocator.cpp over any DeviceMemory.
// Thread-safe: one lock, as there. Not in it: the checkpoints of CUDA graph trees, the reuse of blocks inside
// a capture (graph_capture_record_stream_reuse), and callbacks that free memory of others.
class CachingAllocator {
public:
    // Whether a pool that has begun serves a request on this stream. Called under the allocator's lock, in
    // the thread that allocates.
    using StreamFilter = std::function<bool(StreamHandle)>;

    // `memory` and `sink` must outlive the allocator; `sink` may be null.
    // settings.perProcessMemoryFraction below 1 sets the memory limit to that share of memory.room().total.
    // Segments that are left at the end go back to `memory`, without an event.
    CachingAllocator(DeviceMemory& memory, const AllocatorSettings& settings, AllocatorEventSink* sink,
        const PolicyVersion& version = {});
    ~CachingAllocator();
    CachingAllocator(const CachingAllocator&) = delete;
    CachingAllocator& operator=(const CachingAllocator&) = delete;

    // From now on, as torch.cuda.memory._set_allocator_settings() does: what is there stays, and neither the
    // memory limit nor the max_split_size of stats() follows. See AllocatorSettings::parse(conf, previous).
    void setSettings(const AllocatorSettings& settings);
    // At most this many reserved bytes from now on; 0 takes the limit away.
    void setMemoryLimit(std::uint64_t bytes);
    // torch.cuda.set_per_process_memory_fraction(): 0 to 1 of memory.room().total.
    void setMemoryFraction(double fraction);

    // An address; 0 for size 0, as PyTorch hands out a null pointer.
    tl::expected<std::uint64_t, OutOfMemory> allocate(std::uint64_t size, StreamHandle stream);
    // `address` must be what allocate() returned and not freed since; 0 is ignored.
    void free(std::uint64_t address);
    // The block is also used on `stream`: after free() it waits until that stream has come so far.
    void recordStream(std::uint64_t address, StreamHandle stream);

    // Syncs the streams and gives the free memory of the default pools and of the released private pools
    // back. With a pool: only that one's, and only once it is released.
    CacheRelease emptyCache(PoolId pool = {});
    // What emptyCache() would return now (pending blocks count as finished).
    CacheRelease predictEmptyCache() const;

    // Private pools: torch.cuda.MemPool and the pools of graph captures. A pool is in use as often as it was
    // created or begun and not yet released; at 0 its free memory goes with the next emptyCache() or retry.
    // A new pool with an id that no other has, {0, n}, in use once; memory.MemPool().
    PoolId createPool();
    // The pool, in use once more; made when it is not there. `ownMemory` serves it then instead of the
    // device (MemPool's own allocator) and must outlive this allocator.
    void createOrIncrefPool(PoolId pool, DeviceMemory* ownMemory = nullptr);
    // In use once more; requests that `filter` accepts come from it until the end. While any pool has begun,
    // pending frees are not looked at, and no retry empties the cache: PyTorch's captures_underway.
    void beginAllocateToPool(PoolId pool, StreamFilter filter);
    void endAllocateToPool(PoolId pool);
    void releasePool(PoolId pool);
    // 0 also when there is no such pool.
    std::int64_t poolUseCount(PoolId pool) const;
    // The pool's free blocks may serve requests of the default pool that find no memory elsewhere.
    void setUseOnOom(PoolId pool, bool isUsed);
    // Blocks of the pool are never cut.
    void setNoSplit(PoolId pool);

    // For replays of a recording, which tells results rather than calls.
    enum class During { Nothing, Capture };
    // From this pool (made when it is not there, in use again when it was released), whatever has begun.
    // `during` says whether the allocation happens as if some pool had begun, with what that means for
    // pending frees and retries.
    tl::expected<std::uint64_t, OutOfMemory> allocateFrom(
        PoolId pool, std::uint64_t size, StreamHandle stream, During during = During::Nothing);
    // A freed block that waits for streams is done waiting. False when nothing waits at `address`.
    bool completeFree(std::uint64_t address);
    // This free segment goes back to the device, for a reason that the recording does not tell. False when no
    // segment without a live block, and not expandable, is at `address`.
    bool releaseSegment(std::uint64_t address);

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
