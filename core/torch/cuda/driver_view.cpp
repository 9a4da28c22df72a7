// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/cuda/driver_view.h"

#include "core/cuda/cuda_memory.h"
#include "core/torch/cuda/native_stats.h"

#include <ATen/cuda/CUDAContext.h>
#include <array>
#include <cuda_runtime_api.h>
#include <fmt/format.h>
#include <memory>
#include <utility>

namespace tidemark {

namespace {

// "8f9c4c7e-0b1d-…", as NVML writes it behind its "GPU-".
std::string uuidText(const char (&bytes)[16])
{
    std::string text;
    for (std::size_t i = 0; i < std::size(bytes); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            text += '-';
        text += fmt::format("{:02x}", static_cast<unsigned char>(bytes[i]));
    }
    return text;
}

} // namespace

DevicePlace cudaDevicePlace(int device)
{
    DevicePlace place;
    place.uuid = uuidText(at::cuda::getDeviceProperties(static_cast<c10::DeviceIndex>(device))->uuid.bytes);
    std::array<char, 32> busId = {};
    if (cudaDeviceGetPCIBusId(busId.data(), static_cast<int>(busId.size()), device) == cudaSuccess)
        place.busId = busId.data();
    else
        (void)cudaGetLastError(); // ours, not the workload's
    return place;
}

RuntimeUse cudaDeviceUse(int device)
{
    const auto calls = CudaCalls::find();
    if (!calls)
        return {};
    auto opened = CudaMemory::open(device, {}, *calls);
    if (!opened)
        return {};
    return [memory = std::shared_ptr<CudaMemory>(std::move(*opened))]() -> std::optional<std::int64_t> {
        const DeviceMemory::Room room = memory->room();
        if (room.total == 0 || room.free > room.total)
            return std::nullopt;
        return static_cast<std::int64_t>(room.total - room.free);
    };
}

std::uint64_t nativeDeviceCalls(int device)
{
    const MemoryStats stats = nativeStats(device);
    return static_cast<std::uint64_t>(stats.numDeviceAlloc) + static_cast<std::uint64_t>(stats.numDeviceFree);
}

} // namespace tidemark
