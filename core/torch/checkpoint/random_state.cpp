// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/checkpoint/random_state.h"

#include <ATen/Context.h>
#include <mutex>

namespace tidemark {

namespace {

at::Generator generatorOf(c10::Device device)
{
    return at::globalContext().defaultGenerator(device);
}

} // namespace

RandomState RandomState::now(c10::Device device)
{
    RandomState state;
    std::vector<c10::Device> devices = {c10::Device(c10::DeviceType::CPU)};
    if (!device.is_cpu())
        devices.push_back(device);
    for (const c10::Device each : devices) {
        at::Generator generator = generatorOf(each);
        const std::lock_guard lock(generator.mutex());
        state.m_places.push_back({each, generator.get_state()});
    }
    return state;
}

void RandomState::restore() const
{
    for (const Place& place : m_places) {
        at::Generator generator = generatorOf(place.device);
        const std::lock_guard lock(generator.mutex());
        generator.set_state(place.state);
    }
}

} // namespace tidemark
