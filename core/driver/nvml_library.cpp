// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/driver/nvml_library.h"

#include "core/driver/nvml_device.h"

#include <dlfcn.h>
#include <fmt/format.h>

namespace tidemark {

namespace {

template <class Function>
void find(void* library, const char* name, Function*& function)
{
    function = reinterpret_cast<Function*>(dlsym(library, name));
}

nvml::Calls findCalls(void* library)
{
    nvml::Calls calls;
    find(library, "nvmlInit_v2", calls.init);
    find(library, "nvmlShutdown", calls.shutdown);
    find(library, "nvmlDeviceGetCount_v2", calls.deviceCount);
    find(library, "nvmlDeviceGetHandleByIndex_v2", calls.handleByIndex);
    find(library, "nvmlDeviceGetHandleByUUID", calls.handleByUuid);
    find(library, "nvmlDeviceGetHandleByPciBusId_v2", calls.handleByBusId);
    find(library, "nvmlDeviceGetUUID", calls.uuid);
    find(library, "nvmlDeviceGetMemoryInfo", calls.memoryInfo);
    find(library, "nvmlDeviceGetMemoryInfo_v2", calls.memoryInfo2);
    find(library, "nvmlDeviceGetComputeRunningProcesses_v3", calls.computeProcesses);
    if (calls.computeProcesses == nullptr)
        find(library, "nvmlDeviceGetComputeRunningProcesses_v2", calls.computeProcesses);
    return calls;
}

bool isWhole(const nvml::Calls& calls)
{
    return calls.init != nullptr && calls.shutdown != nullptr && calls.deviceCount != nullptr
        && calls.handleByIndex != nullptr && calls.handleByUuid != nullptr && calls.handleByBusId != nullptr
        && calls.uuid != nullptr;
}

} // namespace

Expected<std::shared_ptr<const NvmlLibrary>> NvmlLibrary::load(const std::string& file)
{
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
        return fail(fmt::format("The driver's own figures are not known: {} cannot be loaded.", file));
    const nvml::Calls calls = findCalls(library);
    if (!isWhole(calls)) {
        dlclose(library);
        return fail(fmt::format("The driver's own figures are not known: {} is too old.", file));
    }
    const nvml::Result result = calls.init();
    if (result != nvml::success) {
        dlclose(library);
        return fail(
            fmt::format("The driver's own figures are not known: nvmlInit_v2() says error {}.", result));
    }
    return std::shared_ptr<const NvmlLibrary>(new NvmlLibrary(library, calls));
}

NvmlLibrary::NvmlLibrary(void* library, const nvml::Calls& calls)
    : m_library(library)
    , m_calls(calls)
{ }

NvmlLibrary::~NvmlLibrary()
{
    m_calls.shutdown();
    dlclose(m_library);
}

std::vector<NvmlDevice> NvmlLibrary::devices() const
{
    std::vector<NvmlDevice> devices;
    unsigned count = 0;
    if (m_calls.deviceCount(&count) != nvml::success)
        return devices;
    for (unsigned i = 0; i < count; ++i) {
        nvml::Device handle = nullptr;
        // One that this process may not look at is no reason to miss the others.
        if (m_calls.handleByIndex(i, &handle) == nvml::success)
            devices.emplace_back(shared_from_this(), handle);
    }
    return devices;
}

std::optional<NvmlDevice> NvmlLibrary::deviceByUuid(const std::string& uuid) const
{
    nvml::Device handle = nullptr;
    if (uuid.empty() || m_calls.handleByUuid(uuid.c_str(), &handle) != nvml::success)
        return std::nullopt;
    return NvmlDevice(shared_from_this(), handle);
}

std::optional<NvmlDevice> NvmlLibrary::deviceByBusId(const std::string& busId) const
{
    nvml::Device handle = nullptr;
    if (busId.empty() || m_calls.handleByBusId(busId.c_str(), &handle) != nvml::success)
        return std::nullopt;
    return NvmlDevice(shared_from_this(), handle);
}

} // namespace tidemark
