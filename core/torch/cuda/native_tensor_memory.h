// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/tensor_memory.h"

#include <mutex>
#include <span>
#include <vector>

namespace tidemark {

// Tensors of a CUDA device as PyTorch itself serves them: its own caching allocator, whose events
// listenToNativeAllocator() tells.
class NativeTensorMemory final : public TensorMemory, private RecordedMemory {
public:
    // Also puts the plan's settings into PyTorch's environment, and takes others out of it, which the
    // recording would not tell: call it before anything touches CUDA.
    static Expected<DeviceFacts> facts(const RunPlan& plan, const RunDevice& device);

    NativeTensorMemory(const RunPlan& plan, const RunDevice& device, DeviceRecorder& recorder);
    RecordedMemory& recorded() override { return *this; }

    // PyTorch's empty_cache(), which is one for all devices; what it was for each of these.
    static std::vector<Emptied> emptyCaches(std::span<NativeTensorMemory* const> devices);

private:
    MemoryStats sample(std::string_view name) override;
    void resetPeak() override;
    Emptied emptyCache() override;
    std::vector<AllocatorSegment> segments() const override;

    MemoryStats tellStats(std::string_view name);
    Emptied tellEmptied(const CacheRelease& returned, std::chrono::microseconds duration);

    const int m_device;
    DeviceRecorder& m_recorder;
    std::mutex m_mutex; // one sample at a time
};

} // namespace tidemark
