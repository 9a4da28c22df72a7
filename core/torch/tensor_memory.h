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

// The memory that LibTorch's tensors on the run's device come from, with the recorder listening to every
// event. There is one in a process, and it must live until the process ends: LibTorch keeps tensors in
// statics.
class TensorMemory {
public:
    virtual ~TensorMemory() = default;
    virtual RecordedMemory& recorded() = 0;
};

// An error says why the device cannot be used.
Expected<DeviceFacts> lookAtDevice(const RunPlan& plan);

// For a device that lookAtDevice() accepted; recorder and control must outlive it.
std::unique_ptr<TensorMemory> makeTensorMemory(
    const RunPlan& plan, const DeviceFacts& device, Recorder& recorder, const RunControl& control);

} // namespace tidemark
