// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/driver/nvml_types.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

class NvmlDevice;

// The NVIDIA Management Library, which comes with the driver: found while the program runs, so that nothing
// needs it. All members may be called from any thread.
class NvmlLibrary : public std::enable_shared_from_this<NvmlLibrary> {
public:
    // Does not touch CUDA. The error says why there is none, or that it is too old.
    static Expected<std::shared_ptr<const NvmlLibrary>> load(const std::string& file = "libnvidia-ml.so.1");
    ~NvmlLibrary();
    NvmlLibrary(const NvmlLibrary&) = delete;
    NvmlLibrary& operator=(const NvmlLibrary&) = delete;

    // Every device of the machine in NVML's order, which is neither CUDA's nor that of CUDA_VISIBLE_DEVICES.
    std::vector<NvmlDevice> devices() const;
    // "GPU-8f9c4c7e-…" or "MIG-…".
    std::optional<NvmlDevice> deviceByUuid(const std::string& uuid) const;
    // "0000:3b:00.0".
    std::optional<NvmlDevice> deviceByBusId(const std::string& busId) const;

    const nvml::Calls& calls() const { return m_calls; }

private:
    NvmlLibrary(void* library, const nvml::Calls& calls);

    void* m_library;
    nvml::Calls m_calls;
};

} // namespace tidemark
