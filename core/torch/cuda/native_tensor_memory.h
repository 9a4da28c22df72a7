// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/tensor_memory.h"

#include <mutex>

namespace tidemark {

// CUDA tensors as PyTorch itself serves them: its own caching allocator, listened to through
// attachAllocatorTraceTracker(), which tells every event under the device's lock and can never be detached.
class NativeTensorMemory final : public TensorMemory, private RecordedMemory {
public:
    // Also puts the plan's settings into PyTorch's environment: call it before anything touches CUDA.
    static Expected<DeviceFacts> facts(const RunPlan& plan);

    NativeTensorMemory(const RunPlan& plan, DeviceRecorder& recorder);
    RecordedMemory& recorded() override { return *this; }

private:
    MemoryStats sample(std::string_view name) override;
    void resetPeak() override;
    Emptied emptyCache() override;
    std::vector<AllocatorSegment> segments() const override;

    MemoryStats tellStats(std::string_view name);
    void listen();

    const int m_device;
    DeviceRecorder& m_recorder;
    std::mutex m_mutex; // one sample at a time
};

} // namespace tidemark
