// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/driver_watch.h"

#ifdef TIDEMARK_CUDA
#include "core/torch/cuda/driver_view.h"
#endif

#include <algorithm>
#include <iterator>
#include <utility>

namespace tidemark {

namespace {

#ifdef TIDEMARK_CUDA
DriverSampler::Watched watched(const DriverBefore& before, const RunPlan& plan, const RunDevice& device,
    const RuntimeUse& use, DeviceRecorder& recorder)
{
    DriverSampler::Watched watched;
    watched.source = before.source(cudaDevicePlace(device.index), use);
    watched.tell = [&recorder](const DriverSample& sample) { recorder.driver(sample); };
    if (plan.allocator == RunAllocator::Native)
        watched.segmentCalls = [index = device.index] { return nativeDeviceCalls(index); };
    return watched;
}
#endif

} // namespace

DriverBefore DriverWatch::look(const RunPlan& plan)
{
    return plan.devices.front().isCuda ? DriverBefore::look() : DriverBefore();
}

DriverWatch::DriverWatch(
    [[maybe_unused]] const DriverBefore& before, const RunPlan& plan, [[maybe_unused]] Recorder& recorder)
    : m_use(plan.devices.size())
{
#ifdef TIDEMARK_CUDA
    std::vector<DriverSampler::Watched> devices;
    for (std::size_t place = 0; place < plan.devices.size(); ++place) {
        const RunDevice& device = plan.devices[place];
        if (!device.isCuda)
            continue;
        m_use[place] = cudaDeviceUse(device.index);
        devices.push_back(watched(before, plan, device, m_use[place], recorder.device(place)));
    }
    if (!devices.empty())
        m_sampler = std::make_unique<DriverSampler>(std::move(devices));
#endif
}

DriverWatch::~DriverWatch() = default;

void DriverWatch::sampleNow()
{
    const std::lock_guard lock(m_mutex);
    if (m_sampler)
        m_sampler->sampleNow();
}

std::vector<std::optional<std::int64_t>> DriverWatch::use() const
{
    const std::lock_guard lock(m_mutex);
    std::vector<std::optional<std::int64_t>> use;
    std::transform(m_use.begin(), m_use.end(), std::back_inserter(use),
        [](const RuntimeUse& ask) { return ask ? ask() : std::nullopt; });
    return use;
}

void DriverWatch::stop()
{
    const std::lock_guard lock(m_mutex);
    m_sampler.reset();
    std::fill(m_use.begin(), m_use.end(), RuntimeUse());
}

} // namespace tidemark
