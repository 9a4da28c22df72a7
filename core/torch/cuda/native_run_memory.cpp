// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/cuda/native_run_memory.h"

#include "core/torch/cuda/native_tap.h"

#include <utility>

namespace tidemark {

std::unique_ptr<RunMemory> NativeRunMemory::make(const RunPlan& plan, Recorder& recorder)
{
    std::vector<std::unique_ptr<TensorMemory>> owned;
    std::vector<NativeTensorMemory*> devices;
    NativeListeners listeners = {};
    for (std::size_t place = 0; place < plan.devices.size(); ++place) {
        const RunDevice& device = plan.devices[place];
        auto memory = std::make_unique<NativeTensorMemory>(plan, device, recorder.device(place));
        listeners[static_cast<std::size_t>(device.index)] = &recorder.device(place);
        devices.push_back(memory.get());
        owned.push_back(std::move(memory));
    }
    listenToNativeAllocator(listeners);
    return std::unique_ptr<RunMemory>(new NativeRunMemory(std::move(owned), std::move(devices)));
}

NativeRunMemory::NativeRunMemory(
    std::vector<std::unique_ptr<TensorMemory>> owned, std::vector<NativeTensorMemory*> devices)
    : RunMemory(std::move(owned))
    , m_devices(std::move(devices))
{ }

std::vector<RecordedMemory::Emptied> NativeRunMemory::emptyCache()
{
    return NativeTensorMemory::emptyCaches(m_devices);
}

} // namespace tidemark
