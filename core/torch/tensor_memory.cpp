// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/tensor_memory.h"

#include "core/torch/host_tensor_memory.h"
#ifdef TIDEMARK_CUDA
#include "core/torch/cuda/cuda_tensor_memory.h"
#include "core/torch/cuda/native_tensor_memory.h"
#endif

namespace tidemark {

Expected<DeviceFacts> lookAtDevice(const RunPlan& plan)
{
    if (!plan.device.isCuda)
        return HostTensorMemory::facts();
#ifdef TIDEMARK_CUDA
    return plan.allocator == RunAllocator::Tidemark ? CudaTensorMemory::facts(plan)
                                                    : NativeTensorMemory::facts(plan);
#else
    return fail("this build records on the CPU only: it was made with a LibTorch without CUDA.");
#endif
}

std::unique_ptr<TensorMemory> makeTensorMemory(
    const RunPlan& plan, const DeviceFacts& device, Recorder& recorder, const RunControl& control)
{
#ifdef TIDEMARK_CUDA
    if (plan.device.isCuda && plan.allocator == RunAllocator::Tidemark)
        return std::make_unique<CudaTensorMemory>(plan, recorder.device(), control);
    if (plan.device.isCuda)
        return std::make_unique<NativeTensorMemory>(plan, recorder.device());
#endif
    return std::make_unique<HostTensorMemory>(plan, device.capacity, recorder.device(), control);
}

} // namespace tidemark
