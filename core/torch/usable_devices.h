// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tidemark {

struct UsableDevice {
    std::string name; // as --device takes it
    std::string description; // "NVIDIA H200"; empty for the CPU
    std::uint64_t capacity = 0; // bytes; for the CPU what is free now
};

// What a run could use, found out without making a context on any device.
struct UsableDevices {
    std::vector<UsableDevice> devices; // the CPU first
    std::string withoutCuda; // why there is no CUDA device, a sentence; empty: there is one
};

UsableDevices usableDevices();

} // namespace tidemark
