// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cuda/cuda_memory.h"
#include "core/record/recorded_heap.h"
#include "core/torch/tensor_memory.h"

namespace tidemark {

// Tensors of a CUDA device, served by an allocator of ours with PyTorch's policy in the place of PyTorch's
// own.
class CudaTensorMemory final : public TensorMemory {
public:
    // Brings up no more of CUDA than it must: LibTorch's own start of it settles which allocator there is.
    static Expected<DeviceFacts> facts(const RunDevice& device);

    CudaTensorMemory(
        const RunPlan& plan, const RunDevice& device, DeviceRecorder& recorder, const RunControl& control);
    RecordedMemory& recorded() override { return m_heap; }

private:
    std::unique_ptr<CudaMemory> m_memory;
    CachingAllocator m_allocator;
    RecordedHeap m_heap;
};

} // namespace tidemark
