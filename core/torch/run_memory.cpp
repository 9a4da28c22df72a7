// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/run_memory.h"

#include "core/torch/host_tensor_memory.h"
#ifdef TIDEMARK_CUDA
#include "core/torch/cuda/cuda_tensor_memory.h"
#include "core/torch/cuda/native_run_memory.h"
#endif

#include <utility>

namespace tidemark {

RunMemory::RunMemory(std::vector<std::unique_ptr<TensorMemory>> devices)
    : m_devices(std::move(devices))
{ }

std::vector<MemoryStats> RunMemory::sample(std::string_view name) const
{
    std::vector<MemoryStats> stats;
    for (std::size_t device = 0; device < deviceCount(); ++device)
        stats.push_back(recorded(device).sample(name));
    return stats;
}

std::vector<RecordedMemory::Emptied> RunMemory::emptyCache()
{
    std::vector<RecordedMemory::Emptied> emptied;
    for (std::size_t device = 0; device < deviceCount(); ++device)
        emptied.push_back(recorded(device).emptyCache());
    return emptied;
}

std::unique_ptr<RunMemory> makeRunMemory(
    const RunPlan& plan, const std::vector<DeviceFacts>& facts, Recorder& recorder, const RunControl& control)
{
    std::vector<std::unique_ptr<TensorMemory>> devices;
#ifdef TIDEMARK_CUDA
    const bool isCuda = plan.devices.front().isCuda;
    if (isCuda && plan.allocator == RunAllocator::Native)
        return NativeRunMemory::make(plan, recorder);
    for (std::size_t device = 0; isCuda && device < plan.devices.size(); ++device)
        devices.push_back(
            std::make_unique<CudaTensorMemory>(plan, plan.devices[device], recorder.device(device), control));
    if (isCuda)
        return std::make_unique<RunMemory>(std::move(devices));
#endif
    devices.push_back(
        std::make_unique<HostTensorMemory>(plan, facts.front().capacity, recorder.device(), control));
    return std::make_unique<RunMemory>(std::move(devices));
}

} // namespace tidemark
