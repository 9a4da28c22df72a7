// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/driver/driver_before.h"

#include <cstdint>

namespace tidemark {

// Where a CUDA device is, for those who count devices in another way.
DevicePlace cudaDevicePlace(int device);

// What everybody uses of a device by cudaMemGetInfo(), asked without changing the calling thread's device.
// The device's primary context must be there; it is kept.
RuntimeUse cudaDeviceUse(int device);

// How often PyTorch's own allocator took memory from the device or gave it back.
std::uint64_t nativeDeviceCalls(int device);

} // namespace tidemark
