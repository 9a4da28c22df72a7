// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/driver/driver_before.h"

#include "core/driver/process_ids.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

class NvmlSource final : public DriverSource {
public:
    NvmlSource(std::optional<NvmlDevice> device, std::vector<std::uint32_t> ids,
        std::optional<std::int64_t> usedBefore, RuntimeUse runtimeUse)
        : m_device(std::move(device))
        , m_ids(std::move(ids))
        , m_usedBefore(usedBefore)
        , m_runtimeUse(std::move(runtimeUse))
    { }

    DriverSample ask() override
    {
        DriverSample sample;
        if (m_runtimeUse)
            sample.used = m_runtimeUse().value_or(DriverSample::unknown);
        if (!m_device)
            return sample;
        sample.nvmlUsed = m_device->usedBytes().value_or(DriverSample::unknown);
        tellProcess(sample);
        return sample;
    }

private:
    void tellProcess(DriverSample& sample) const
    {
        const auto processes = m_device->processes();
        if (const auto held = processes ? bytesHeldBy(*processes, m_ids) : std::nullopt) {
            sample.processUsed = *held;
            sample.processSource = ProcessMemorySource::ProcessId;
        } else if (m_usedBefore && sample.nvmlUsed >= *m_usedBefore) {
            sample.processUsed = sample.nvmlUsed - *m_usedBefore;
            sample.processSource = ProcessMemorySource::DeviceGrowth;
        }
    }

    std::optional<NvmlDevice> m_device;
    std::vector<std::uint32_t> m_ids;
    std::optional<std::int64_t> m_usedBefore;
    RuntimeUse m_runtimeUse;
};

} // namespace

DriverBefore DriverBefore::look(const std::string& library, std::vector<std::uint32_t> ownIds)
{
    DriverBefore before;
    before.m_ownIds = ownIds.empty() ? ownProcessIds() : std::move(ownIds);
    auto loaded = NvmlLibrary::load(library);
    if (!loaded) {
        before.m_problem = std::move(loaded.error().message);
        return before;
    }
    before.m_library = std::move(*loaded);
    for (const NvmlDevice& device : before.m_library->devices()) {
        DeviceBefore& seen = before.m_devices.emplace_back();
        seen.uuid = device.uuid();
        seen.used = device.usedBytes();
        for (const NvmlProcess& process : device.processes().value_or(std::vector<NvmlProcess>()))
            seen.processes.push_back(process.id);
    }
    return before;
}

std::optional<NvmlDevice> DriverBefore::find(const DevicePlace& place) const
{
    if (!m_library)
        return std::nullopt;
    // CUDA does not say whether its device is a whole card or an instance of one.
    for (const char* kind : {"GPU-", "MIG-"}) {
        auto device = place.uuid.empty() ? std::nullopt : m_library->deviceByUuid(kind + place.uuid);
        if (device)
            return device;
    }
    return m_library->deviceByBusId(place.busId);
}

std::unique_ptr<DriverSource> DriverBefore::source(const DevicePlace& place, RuntimeUse runtimeUse) const
{
    std::optional<NvmlDevice> device = find(place);
    std::vector<std::uint32_t> ids = m_ownIds;
    std::optional<std::int64_t> used;
    const std::string uuid = device ? device->uuid() : std::string();
    for (const DeviceBefore& seen : m_devices) {
        if (uuid.empty() || seen.uuid != uuid)
            continue;
        used = seen.used;
        // This process held nothing of the device then: a number of ours that was listed is, in the driver's
        // own namespace, somebody else's.
        std::erase_if(ids, [&](std::uint32_t id) {
            return std::find(seen.processes.begin(), seen.processes.end(), id) != seen.processes.end();
        });
    }
    return std::make_unique<NvmlSource>(std::move(device), std::move(ids), used, std::move(runtimeUse));
}

} // namespace tidemark
