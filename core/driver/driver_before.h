// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/driver/driver_source.h"
#include "core/driver/nvml_device.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

// Which device is meant, whatever CUDA_VISIBLE_DEVICES makes of its number.
struct DevicePlace {
    std::string uuid; // "8f9c4c7e-…", without the kind before it
    std::string busId; // "0000:3b:00.0"
};

// What the runtime says that everybody uses of a device; nothing where it cannot be asked now.
using RuntimeUse = std::function<std::optional<std::int64_t>()>;

// The devices as they were before this process used CUDA: what it holds of one later is told from that.
class DriverBefore {
public:
    // Call it before CUDA is initialised; loads NVML, where there is one. Later, what it tells of growth and
    // of process numbers would be wrong.
    static DriverBefore look(
        const std::string& library = "libnvidia-ml.so.1", std::vector<std::uint32_t> ownIds = {});

    // Never null: without NVML it asks the runtime only. It keeps NVML loaded.
    std::unique_ptr<DriverSource> source(const DevicePlace& place, RuntimeUse runtimeUse) const;

    const std::string& problem() const { return m_problem; } // why NVML is not there; empty when it is

private:
    struct DeviceBefore {
        std::string uuid;
        std::optional<std::int64_t> used;
        std::vector<std::uint32_t> processes;
    };

    std::optional<NvmlDevice> find(const DevicePlace& place) const;

    std::shared_ptr<const NvmlLibrary> m_library;
    std::vector<std::uint32_t> m_ownIds;
    std::vector<DeviceBefore> m_devices;
    std::string m_problem;
};

} // namespace tidemark
