// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/cuda/native_tensor_memory.h"

#include "core/torch/cuda/cuda_facts.h"
#include "core/torch/cuda/native_stats.h"
#include "core/torch/cuda/native_tap.h"

#include <ATen/Context.h>
#include <ATen/cuda/CUDAContext.h>
#include <algorithm>
#include <array>
#include <c10/cuda/CUDACachingAllocator.h>
#include <cmath>
#include <cstdlib>

namespace tidemark {

namespace {

namespace native = c10::cuda::CUDACachingAllocator;

// A share of the card's memory from which PyTorch computes this very limit: floor(share * total).
double shareFor(std::uint64_t limit, std::uint64_t total)
{
    double share = static_cast<double>(limit) / static_cast<double>(total);
    while (static_cast<std::uint64_t>(share * static_cast<double>(total)) < limit)
        share = std::nextafter(share, 1.0);
    return share;
}

} // namespace

Expected<DeviceFacts> NativeTensorMemory::facts(const RunPlan& plan, const RunDevice& device)
{
    unsetenv("PYTORCH_ALLOC_CONF"); // PyTorch 2.9 and newer look there first
    if (plan.conf.empty())
        unsetenv("PYTORCH_CUDA_ALLOC_CONF");
    else
        setenv("PYTORCH_CUDA_ALLOC_CONF", plan.conf.c_str(), 1);
    return cudaFacts(device, [] { at::globalContext().lazyInitDevice(c10::DeviceType::CUDA); });
}

NativeTensorMemory::NativeTensorMemory(const RunPlan& plan, const RunDevice& device, DeviceRecorder& recorder)
    : m_device(device.index)
    , m_recorder(recorder)
{
    c10::cuda::set_device(static_cast<c10::DeviceIndex>(m_device));
    if (plan.limit > 0) {
        const auto total =
            at::cuda::getDeviceProperties(static_cast<c10::DeviceIndex>(m_device))->totalGlobalMem;
        native::setMemoryFraction(shareFor(std::min<std::uint64_t>(plan.limit, total), total),
            static_cast<c10::DeviceIndex>(m_device));
    }
}

// The figures and the place in the stream for which they hold: read again when an event came in between.
MemoryStats NativeTensorMemory::tellStats(std::string_view name)
{
    while (true) {
        const std::uint64_t event = m_recorder.eventCount();
        const MemoryStats stats = nativeStats(m_device);
        if (m_recorder.eventCount() != event)
            continue;
        m_recorder.stats(name, stats, event);
        return stats;
    }
}

MemoryStats NativeTensorMemory::sample(std::string_view name)
{
    const std::lock_guard lock(m_mutex);
    return tellStats(name);
}

void NativeTensorMemory::resetPeak()
{
    const std::lock_guard lock(m_mutex);
    native::resetPeakStats(static_cast<c10::DeviceIndex>(m_device));
    m_recorder.mark(MarkKind::ResetPeak, "");
}

RecordedMemory::Emptied NativeTensorMemory::emptyCache()
{
    return emptyCaches(std::array{this}).front();
}

std::vector<RecordedMemory::Emptied> NativeTensorMemory::emptyCaches(
    std::span<NativeTensorMemory* const> devices)
{
    for (NativeTensorMemory* device : devices)
        device->sample("before empty_cache");
    const CountReleases counting;
    const auto start = std::chrono::steady_clock::now();
    native::emptyCache();
    const auto duration =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);
    std::vector<Emptied> emptied;
    for (NativeTensorMemory* device : devices)
        emptied.push_back(device->tellEmptied(counting.of(device->m_device), duration));
    return emptied;
}

RecordedMemory::Emptied NativeTensorMemory::tellEmptied(
    const CacheRelease& returned, std::chrono::microseconds duration)
{
    const std::lock_guard lock(m_mutex);
    Emptied emptied;
    emptied.returned = returned;
    emptied.duration = duration;
    m_recorder.mark(MarkKind::EmptyCache, "", static_cast<std::int64_t>(returned.bytes));
    emptied.after = tellStats("after empty_cache");
    tellKept(emptied, nativeSegments(m_device));
    return emptied;
}

std::vector<AllocatorSegment> NativeTensorMemory::segments() const
{
    return nativeSegments(m_device);
}

} // namespace tidemark
