// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/tensor_memory.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace tidemark {

// The memory of all devices of a run, by their places in the plan. All members may be called from any thread.
class RunMemory {
public:
    explicit RunMemory(std::vector<std::unique_ptr<TensorMemory>> devices);
    virtual ~RunMemory() = default;

    std::size_t deviceCount() const { return m_devices.size(); }
    RecordedMemory& recorded(std::size_t device) const { return m_devices[device]->recorded(); }

    // Of every device, each under `name`.
    std::vector<MemoryStats> sample(std::string_view name) const;
    // RecordedMemory::emptyCache() of every device.
    virtual std::vector<RecordedMemory::Emptied> emptyCache();

private:
    std::vector<std::unique_ptr<TensorMemory>> m_devices;
};

// For devices that lookAtDevice() accepted, of which it said `facts`; recorder and control must outlive it.
std::unique_ptr<RunMemory> makeRunMemory(const RunPlan& plan, const std::vector<DeviceFacts>& facts,
    Recorder& recorder, const RunControl& control);

} // namespace tidemark
