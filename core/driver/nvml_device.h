// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/driver/nvml_library.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tidemark {

// One process that computes on a device.
struct NvmlProcess {
    std::uint32_t id = 0; // as the driver counts processes: on the host, whatever container we are in
    std::optional<std::int64_t> bytes; // that it holds, its CUDA context included; not told everywhere
};

// A device as NVML knows it. What it does not say, or answers with an error, is nothing here.
class NvmlDevice {
public:
    NvmlDevice(std::shared_ptr<const NvmlLibrary> library, nvml::Device handle);

    std::string uuid() const; // empty where it is not told
    // By everybody, what driver and firmware keep for themselves included.
    std::optional<std::int64_t> usedBytes() const;
    std::optional<std::vector<NvmlProcess>> processes() const;

private:
    std::shared_ptr<const NvmlLibrary> m_library;
    nvml::Device m_handle;
};

// What the listed processes with one of these numbers hold together; nothing where none is listed, or where
// the driver does not say how much.
std::optional<std::int64_t> bytesHeldBy(
    std::span<const NvmlProcess> processes, std::span<const std::uint32_t> ids);

} // namespace tidemark
