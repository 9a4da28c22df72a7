// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/cuda/usable_cuda_devices.h"

#include "core/torch/run_plan.h"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

namespace tidemark {

void addCudaDevices(UsableDevices& usable)
{
    int count = 0;
    const cudaError_t counted = cudaGetDeviceCount(&count);
    if (counted != cudaSuccess) {
        (void)cudaGetLastError(); // else the next call would report it again
        usable.withoutCuda = fmt::format("CUDA cannot be used here: {}.", cudaGetErrorString(counted));
        return;
    }
    for (int index = 0; index < count; ++index) {
        cudaDeviceProp properties = {};
        if (cudaGetDeviceProperties(&properties, index) == cudaSuccess)
            usable.devices.push_back(
                {RunDevice{true, index}.name(), properties.name, properties.totalGlobalMem});
    }
    if (count == 0)
        usable.withoutCuda = "This machine has no CUDA device.";
}

} // namespace tidemark
