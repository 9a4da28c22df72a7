// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tidemark {

// How it is known what one process holds of a device.
enum class ProcessMemorySource : std::uint8_t {
    Unknown,
    ProcessId, // the driver lists the process by its number
    DeviceGrowth, // the device's memory in use has grown by so much since before the process used CUDA
};

// What the driver said of a device's memory at one moment, in bytes: the allocator's segments are a part of
// it.
struct DriverSample {
    static constexpr std::int64_t unknown = -1;

    std::int64_t timeUs = 0; // microseconds since the Unix epoch
    std::uint64_t event = 0; // holds before this event of the device
    std::int64_t used = unknown; // by everybody: total less free of cudaMemGetInfo()
    std::int64_t nvmlUsed =
        unknown; // by everybody, the driver's own share included: nvmlDeviceGetMemoryInfo_v2()
    // By the recorded process, its CUDA context included: nvmlDeviceGetComputeRunningProcesses_v3(), or a
    // guess that `processSource` names.
    std::int64_t processUsed = unknown;
    ProcessMemorySource processSource = ProcessMemorySource::Unknown;

    bool operator==(const DriverSample&) const = default;
};

} // namespace tidemark
