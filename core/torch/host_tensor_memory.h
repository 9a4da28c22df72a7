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
    static DeviceFacts facts();

    HostTensorMemory(const RunPlan& plan, Recorder& recorder, const RunControl& control);
    RecordedMemory& recorded() override { return m_heap; }

private:
    HostMemory m_memory = HostMemory(HostMemory().room().total); // no more than the machine has
    CachingAllocator m_allocator;
    RecordedHeap m_heap;
    TensorAllocator m_tensorAllocator;
};

} // namespace tidemark
