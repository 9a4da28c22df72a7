// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/cuda/cuda_facts.h"

#include <ATen/cuda/CUDAContext.h>
#include <cstdlib>
#include <fmt/format.h>

namespace tidemark {

Expected<DeviceFacts> cudaFacts(const RunDevice& device, const std::function<void()>& begin)
{
    // A kernel's code takes memory of the card only once it is used.
    setenv("CUDA_MODULE_LOADING", "LAZY", 0);
    try {
        begin();
        const auto count = static_cast<int>(c10::cuda::device_count());
        if (device.index >= count)
            return fail(fmt::format("there is no {}: this machine has {} CUDA device{}.", device.name(),
                count, count == 1 ? "" : "s"));
        c10::cuda::set_device(static_cast<c10::DeviceIndex>(device.index)); // makes its context
        const cudaDeviceProp& properties =
            *at::cuda::getDeviceProperties(static_cast<c10::DeviceIndex>(device.index));
        return DeviceFacts{properties.name, std::uint64_t(properties.totalGlobalMem)};
    } catch (const c10::Error& error) {
        const std::string reason = error.what_without_backtrace();
        return fail(fmt::format("{} cannot be used: {}", device.name(), reason.substr(0, reason.find('\n'))));
    }
}

} // namespace tidemark
