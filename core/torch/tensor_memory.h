// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/recorded_memory.h"
#include "core/record/recorder.h"
#include "core/record/run_control.h"
#include "core/torch/run_plan.h"

#include <memory>
#include <string>

namespace tidemark {

// What a device says of itself before the workload starts.
struct DeviceFacts {
    std::string name; // "cpu", "NVIDIA H200"
    std::uint64_t capacity = 0; // bytes
};

// The memory that LibTorch's tensors on one device of the run come from, with that device's recorder
// listening to every event. There is one for a device in a process, and it must live until the process ends:
// LibTorch keeps tensors in statics.
class TensorMemory {
public:
    virtual ~TensorMemory() = default;
    virtual RecordedMemory& recorded() = 0;
};

// An error says why the device cannot be used.
Expected<DeviceFacts> lookAtDevice(const RunPlan& plan, const RunDevice& device);

} // namespace tidemark
