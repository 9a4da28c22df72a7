// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_state.h"
#include "core/record/device_recorder.h"

#include <array>
#include <cstddef>

namespace tidemark {

inline constexpr std::size_t mostCudaDevices = 128; // the index of one is a signed byte

// Who is told the events of each CUDA device, by its index; null: nobody.
using NativeListeners = std::array<DeviceRecorder*, mostCudaDevices>;

// Tells every event of PyTorch's own allocator, under the lock of its device, through
// attachAllocatorTraceTracker(). That can never be undone, so call it once, with listeners that live until
// the process ends, and before anything is allocated: then the events begin with an empty allocator.
void listenToNativeAllocator(const NativeListeners& listeners);

// Counts what the calling thread gives back to the devices listened to while this lives.
class CountReleases {
public:
    CountReleases();
    ~CountReleases();
    CountReleases(const CountReleases&) = delete;
    CountReleases& operator=(const CountReleases&) = delete;

    const CacheRelease& of(int device) const { return m_counts[static_cast<std::size_t>(device)]; }

private:
    std::array<CacheRelease, mostCudaDevices> m_counts = {};
};

} // namespace tidemark
