// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/tensor_memory.h"

#include "core/torch/host_tensor_memory.h"
#ifdef TIDEMARK_CUDA
#include "core/torch/cuda/cuda_tensor_memory.h"
#include "core/torch/cuda/native_tensor_memory.h"
#endif

namespace tidemark {

Expected<DeviceFacts> lookAtDevice([[maybe_unused]] const RunPlan& plan, const RunDevice& device)
{
    if (!device.isCuda)
        return HostTensorMemory::facts();
#ifdef TIDEMARK_CUDA
    return plan.allocator == RunAllocator::Tidemark ? CudaTensorMemory::facts(device)
                                                    : NativeTensorMemory::facts(plan, device);
#else
    return fail("this build records on the CPU only: it was made with a LibTorch without CUDA.");
#endif
}

} // namespace tidemark
