// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/cuda/cuda_tensor_memory.h"

#include "core/torch/cuda/cuda_facts.h"
#include "core/torch/cuda/cuda_tensor_allocator.h"

#include <c10/cuda/CUDAFunctions.h>

namespace tidemark {

namespace {

// The other devices of the run that can reach this one's memory.
std::vector<int> readersOf(const RunPlan& plan, const RunDevice& device)
{
    std::vector<int> readers;
    for (const RunDevice& other : plan.devices) {
        int canReach = 0;
        if (other == device || cudaDeviceCanAccessPeer(&canReach, other.index, device.index) != cudaSuccess)
            continue;
        if (canReach != 0)
            readers.push_back(other.index);
    }
    return readers;
}

// For a device that facts() has seen.
std::unique_ptr<CudaMemory> openMemory(const RunPlan& plan, const RunDevice& device)
{
    return CudaMemory::open(device.index, readersOf(plan, device), CudaCalls::find().value()).value();
}

} // namespace

Expected<DeviceFacts> CudaTensorMemory::facts(const RunDevice& device)
{
    const auto facts = cudaFacts(device, [] { c10::cuda::device_count_ensure_non_zero(); });
    if (!facts)
        return facts;
    const auto calls = CudaCalls::find();
    if (!calls)
        return tl::unexpected(calls.error());
    if (const auto memory = CudaMemory::open(device.index, {}, *calls); !memory)
        return tl::unexpected(memory.error());
    return facts;
}

CudaTensorMemory::CudaTensorMemory(
    const RunPlan& plan, const RunDevice& device, DeviceRecorder& recorder, const RunControl& control)
    : m_memory(openMemory(plan, device))
    , m_allocator(*m_memory, plan.settings, &recorder)
    , m_heap(m_allocator, recorder)
{
    if (plan.limit > 0)
        m_allocator.setMemoryLimit(plan.limit);
    CudaTensorAllocator::installed(control).serve(device.index, {m_memory.get(), &m_allocator, &m_heap});
    c10::cuda::set_device(static_cast<c10::DeviceIndex>(device.index));
}

} // namespace tidemark
