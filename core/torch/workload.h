// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/recorder.h"
#include "core/torch/activations/activation_plan.h"
#include "core/torch/parallel/device_team.h"

#include <c10/core/Device.h>
#include <cstdint>
#include <torch/types.h>
#include <vector>

namespace tidemark {

// Where a workload runs, and who listens.
struct WorkloadPlace {
    Recorder& recorder; // outlives the workload
    c10::Device device;
    std::uint64_t seed = 0; // of its own random numbers
    std::size_t deviceIndex = 0; // the device's place in the recording
    DeviceTeam::Member* member = nullptr; // where it is one of several copies; outlives its steps
    ActivationPlan activations = {}; // of what a training keeps for its backward pass
    bool labelsTensors = true; // tells the recorder which tensors memory holds: TensorLabels

    // Of what this copy of the workload does.
    DeviceRecorder& deviceRecorder() const { return recorder.device(deviceIndex); }
};

// Something that uses memory while it is recorded. Its calls may throw what LibTorch throws (out of memory
// among it) and RunStopped; whoever calls them catches it.
class Workload {
public:
    virtual ~Workload() = default;

    // Builds the model; called once, first.
    virtual void setUp() = 0;
    // One training step, counted from 1; the loss.
    virtual double step(std::int64_t number) = 0;

    // What lives on from one step to the next, on whatever device.
    virtual std::vector<torch::Tensor> tensorsBetweenSteps() { return {}; }
    // The memory of these is at other addresses now.
    virtual void memoryMoved() { }
};

} // namespace tidemark
