// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/cuda/native_tap.h"

#include "core/torch/cuda/native_event.h"

#include <c10/cuda/CUDACachingAllocator.h>

namespace tidemark {

namespace {

namespace native = c10::cuda::CUDACachingAllocator;

// Where the calling thread counts what it gives back, by device; null most of the time.
thread_local CacheRelease* releaseCounts = nullptr;

void countRelease(std::size_t device, const AllocatorEvent& event)
{
    if (releaseCounts == nullptr)
        return;
    if (event.action == Action::SegmentFree || event.action == Action::SegmentUnmap)
        releaseCounts[device] += {event.size, 1};
}

} // namespace

void listenToNativeAllocator(const NativeListeners& listeners)
{
    native::get()->attachAllocatorTraceTracker([listeners](const native::TraceEntry& entry) {
        const auto device = static_cast<std::size_t>(entry.device_);
        DeviceRecorder* const recorder = listeners[device];
        if (recorder == nullptr)
            return;
        const AllocatorEvent event = nativeEvent(entry);
        countRelease(device, event);
        recorder->onEvent(event);
    });
}

CountReleases::CountReleases()
{
    releaseCounts = m_counts.data();
}

CountReleases::~CountReleases()
{
    releaseCounts = nullptr;
}

} // namespace tidemark
