// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/host_tensor_memory.h"

namespace tidemark {

DeviceFacts HostTensorMemory::facts()
{
    return {"cpu", HostMemory().room().free};
}

HostTensorMemory::HostTensorMemory(
    const RunPlan& plan, std::uint64_t capacity, DeviceRecorder& recorder, const RunControl& control)
    : m_memory(capacity)
    , m_allocator(m_memory, plan.settings, &recorder)
    , m_heap(m_allocator, recorder)
    , m_tensorAllocator(m_heap, control)
{
    if (plan.limit > 0)
        m_allocator.setMemoryLimit(plan.limit);
    m_tensorAllocator.install();
}

} // namespace tidemark
