// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/usable_devices.h"

#include "core/torch/host_tensor_memory.h"
#ifdef TIDEMARK_CUDA
#include "core/torch/cuda/usable_cuda_devices.h"
#endif

namespace tidemark {

UsableDevices usableDevices()
{
    UsableDevices result;
    result.devices.push_back({"cpu", {}, HostTensorMemory::facts().capacity});
#ifdef TIDEMARK_CUDA
    addCudaDevices(result);
#else
    result.withoutCuda = "This recorder was built with a LibTorch without CUDA.";
#endif
    return result;
}

} // namespace tidemark
