// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/cuda/native_tensor_memory.h"

#include "core/torch/cuda/native_stats.h"

#include <ATen/Context.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <utility>

namespace tidemark {

namespace {

namespace native = c10::cuda::CUDACachingAllocator;

// Where the calling thread counts what it gives back; null most of the time.
thread_local CacheRelease* releaseCount = nullptr;

class CountReleases {
public:
    explicit CountReleases(CacheRelease& count) { releaseCount = &count; }
    ~CountReleases() { releaseCount = nullptr; }
    CountReleases(const CountReleases&) = delete;
    CountReleases& operator=(const CountReleases&) = delete;
};

// By name: the numbers differ between releases.
Action actionOf(native::TraceEntry::Action action)
{
    using Entry = native::TraceEntry;
    switch (action) {
    case Entry::ALLOC:
        return Action::Alloc;
    case Entry::FREE_REQUESTED:
        return Action::FreeRequested;
    case Entry::FREE_COMPLETED:
        return Action::FreeCompleted;
    case Entry::SEGMENT_ALLOC:
        return Action::SegmentAlloc;
    case Entry::SEGMENT_FREE:
        return Action::SegmentFree;
    case Entry::SEGMENT_MAP:
        return Action::SegmentMap;
    case Entry::SEGMENT_UNMAP:
        return Action::SegmentUnmap;
    case Entry::SNAPSHOT:
        return Action::Snapshot;
    case Entry::OOM:
        return Action::Oom;
    default: // of a later release
        return Action::Unknown;
    }
}

AllocatorEvent eventOf(const native::TraceEntry& entry)
{
    AllocatorEvent event;
    event.action = actionOf(entry.action_);
    event.address = entry.addr_;
    event.size = entry.size_;
    event.stream = reinterpret_cast<std::uintptr_t>(entry.stream_);
    event.pool = {entry.mempool_.first, entry.mempool_.second};
    return event;
}

void countRelease(const AllocatorEvent& event)
{
    if (releaseCount == nullptr)
        return;
    if (event.action == Action::SegmentFree || event.action == Action::SegmentUnmap)
        *releaseCount += {event.size, 1};
}

// A share of the card's memory from which PyTorch computes this very limit: floor(share * total).
double shareFor(std::uint64_t limit, std::uint64_t total)
{
    double share = static_cast<double>(limit) / static_cast<double>(total);
    while (static_cast<std::uint64_t>(share * static_cast<double>(total)) < limit)
        share = std::nextafter(share, 1.0);
    return share;
}

} // namespace

Expected<DeviceFacts> NativeTensorMemory::facts(const RunPlan& plan)
{
    // A kernel's code takes memory of the card only once it is used.
    setenv("CUDA_MODULE_LOADING", "LAZY", 0);
    if (!plan.conf.empty())
        setenv("PYTORCH_CUDA_ALLOC_CONF", plan.conf.c_str(), 1);
    try {
        at::globalContext().lazyInitDevice(c10::DeviceType::CUDA);
        const auto count = static_cast<int>(c10::cuda::device_count());
        if (plan.device.index >= count)
            return fail(fmt::format("there is no {}: this machine has {} CUDA device{}.", plan.device.name(),
                count, count == 1 ? "" : "s"));
        const cudaDeviceProp& properties =
            *at::cuda::getDeviceProperties(static_cast<c10::DeviceIndex>(plan.device.index));
        return DeviceFacts{properties.name, std::uint64_t(properties.totalGlobalMem)};
    } catch (const c10::Error& error) {
        std::string reason = error.what_without_backtrace();
        return fail(
            fmt::format("{} cannot be used: {}", plan.device.name(), reason.substr(0, reason.find('\n'))));
    }
}

NativeTensorMemory::NativeTensorMemory(const RunPlan& plan, DeviceRecorder& recorder)
    : m_device(plan.device.index)
    , m_recorder(recorder)
{
    c10::cuda::set_device(static_cast<c10::DeviceIndex>(m_device));
    if (plan.limit > 0) {
        const auto total =
            at::cuda::getDeviceProperties(static_cast<c10::DeviceIndex>(m_device))->totalGlobalMem;
        native::setMemoryFraction(shareFor(std::min<std::uint64_t>(plan.limit, total), total),
            static_cast<c10::DeviceIndex>(m_device));
    }
    listen();
}

// Nothing has been allocated yet, so the events begin with an empty allocator.
void NativeTensorMemory::listen()
{
    native::get()->attachAllocatorTraceTracker(
        [device = m_device, recorder = &m_recorder](const native::TraceEntry& entry) {
            if (entry.device_ != device)
                return;
            const AllocatorEvent event = eventOf(entry);
            countRelease(event);
            recorder->onEvent(event);
        });
}

// The figures and the place in the stream for which they hold: read again when an event came in between.
MemoryStats NativeTensorMemory::tellStats(std::string_view name)
{
    while (true) {
        const std::uint64_t event = m_recorder.eventCount();
        const MemoryStats stats = nativeStats(m_device);
        if (m_recorder.eventCount() != event)
            continue;
        m_recorder.stats(name, stats, event);
        return stats;
    }
}

MemoryStats NativeTensorMemory::sample(std::string_view name)
{
    const std::lock_guard lock(m_mutex);
    return tellStats(name);
}

void NativeTensorMemory::resetPeak()
{
    const std::lock_guard lock(m_mutex);
    native::resetPeakStats(static_cast<c10::DeviceIndex>(m_device));
    m_recorder.mark(MarkKind::ResetPeak, "");
}

RecordedMemory::Emptied NativeTensorMemory::emptyCache()
{
    const std::lock_guard lock(m_mutex);
    tellStats("before empty_cache");
    Emptied emptied;
    const auto start = std::chrono::steady_clock::now();
    {
        const CountReleases counting(emptied.returned);
        native::emptyCache();
    }
    emptied.duration =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);
    m_recorder.mark(MarkKind::EmptyCache, "", static_cast<std::int64_t>(emptied.returned.bytes));
    emptied.after = tellStats("after empty_cache");
    tellKept(emptied, nativeSegments(m_device));
    return emptied;
}

std::vector<AllocatorSegment> NativeTensorMemory::segments() const
{
    return nativeSegments(m_device);
}

} // namespace tidemark
