// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/host_memory.h"
#include "core/record/recorded_heap.h"
#include "core/torch/tensor_allocator.h"
#include "core/torch/tensor_memory.h"

namespace tidemark {

// Tensors of the CPU, served by an allocator of ours with PyTorch's policy.
class HostTensorMemory final : public TensorMemory {
public:
    // Its capacity is what the machine has free now: a workload that wants more is refused it, instead of
    // driving everything else out of memory.
    static DeviceFacts facts();

    HostTensorMemory(
        const RunPlan& plan, std::uint64_t capacity, DeviceRecorder& recorder, const RunControl& control);
    RecordedMemory& recorded() override { return m_heap; }

private:
    HostMemory m_memory;
    CachingAllocator m_allocator;
    RecordedHeap m_heap;
    TensorAllocator m_tensorAllocator;
};

} // namespace tidemark
