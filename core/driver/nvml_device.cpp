// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/driver/nvml_device.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tidemark {

namespace {

std::optional<std::int64_t> asBytes(unsigned long long value)
{
    if (value > INT64_MAX) // NVML_VALUE_NOT_AVAILABLE, or nonsense
        return std::nullopt;
    return static_cast<std::int64_t>(value);
}

// Boards whose memory is the host's say that they have none, or that they cannot tell.
std::optional<std::int64_t> usedOf(unsigned long long total, unsigned long long free)
{
    if (total == 0 || total == nvml::notAvailable || free > total)
        return std::nullopt;
    return asBytes(total - free);
}

} // namespace

NvmlDevice::NvmlDevice(std::shared_ptr<const NvmlLibrary> library, nvml::Device handle)
    : m_library(std::move(library))
    , m_handle(handle)
{ }

std::string NvmlDevice::uuid() const
{
    std::array<char, 96> text = {}; // NVML_DEVICE_UUID_V2_BUFFER_SIZE
    if (m_library->calls().uuid(m_handle, text.data(), static_cast<unsigned>(text.size())) != nvml::success)
        return {};
    text.back() = '\0';
    return text.data();
}

std::optional<std::int64_t> NvmlDevice::usedBytes() const
{
    const nvml::Calls& calls = m_library->calls();
    if (calls.memoryInfo2 != nullptr) {
        nvml::Memory2 memory;
        memory.version = nvml::memory2Version;
        if (calls.memoryInfo2(m_handle, &memory) == nvml::success)
            return usedOf(memory.total, memory.free);
    }
    nvml::Memory memory;
    if (calls.memoryInfo == nullptr || calls.memoryInfo(m_handle, &memory) != nvml::success)
        return std::nullopt;
    return usedOf(memory.total, memory.free);
}

std::optional<std::vector<NvmlProcess>> NvmlDevice::processes() const
{
    constexpr unsigned mostProcesses = 4096;
    constexpr int mostTries = 4; // processes come and go between the question for their number and for them
    const auto& ask = m_library->calls().computeProcesses;
    std::vector<nvml::ProcessInfo> list;
    nvml::Result result = nvml::insufficientSize;
    unsigned count = 0;
    for (int i = 0; ask != nullptr && result == nvml::insufficientSize && i < mostTries; ++i) {
        // The first question, with no room, only asks how many there are; later ones leave room for more.
        list.resize(i == 0 ? 0 : std::min(count + 8, mostProcesses));
        count = static_cast<unsigned>(list.size());
        result = ask(m_handle, &count, list.empty() ? nullptr : list.data());
    }
    if (ask == nullptr || result != nvml::success)
        return std::nullopt;
    list.resize(std::min<std::size_t>(count, list.size()));
    std::vector<NvmlProcess> processes;
    for (const nvml::ProcessInfo& info : list)
        processes.push_back({info.pid, asBytes(info.usedGpuMemory)});
    return processes;
}

std::optional<std::int64_t> bytesHeldBy(
    std::span<const NvmlProcess> processes, std::span<const std::uint32_t> ids)
{
    std::optional<std::int64_t> held;
    for (const NvmlProcess& process : processes) {
        if (std::find(ids.begin(), ids.end(), process.id) == ids.end())
            continue;
        if (!process.bytes)
            return std::nullopt;
        held = held.value_or(0) + *process.bytes;
    }
    return held;
}

} // namespace tidemark
