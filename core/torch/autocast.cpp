// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/autocast.h"

#include <ATen/autocast_mode.h>
#include <torch/version.h>

namespace tidemark {

namespace {

#if TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 4)

bool isEnabled(c10::DeviceType device)
{
    return at::autocast::is_autocast_enabled(device);
}

c10::ScalarType typeOf(c10::DeviceType device)
{
    return at::autocast::get_autocast_dtype(device);
}

void set(c10::DeviceType device, bool enabled, c10::ScalarType type)
{
    at::autocast::set_autocast_enabled(device, enabled);
    at::autocast::set_autocast_dtype(device, type);
}

#else // until 2.4 each device had functions of its own

bool isEnabled(c10::DeviceType device)
{
    return device == c10::DeviceType::CPU ? at::autocast::is_cpu_enabled() : at::autocast::is_enabled();
}

c10::ScalarType typeOf(c10::DeviceType device)
{
    return device == c10::DeviceType::CPU ? at::autocast::get_autocast_cpu_dtype()
                                          : at::autocast::get_autocast_gpu_dtype();
}

void set(c10::DeviceType device, bool enabled, c10::ScalarType type)
{
    if (device == c10::DeviceType::CPU) {
        at::autocast::set_cpu_enabled(enabled);
        at::autocast::set_autocast_cpu_dtype(type);
    } else {
        at::autocast::set_enabled(enabled);
        at::autocast::set_autocast_gpu_dtype(type);
    }
}

#endif

void apply(const AutocastState& state)
{
    set(state.device, state.isEnabled, state.type);
    at::autocast::set_autocast_cache_enabled(state.keepsCasts);
}

} // namespace

AutocastState AutocastState::current(c10::DeviceType device)
{
    return {device, tidemark::isEnabled(device), typeOf(device), at::autocast::is_autocast_cache_enabled()};
}

AutocastScope::AutocastScope(const AutocastState& state)
    : m_before(AutocastState::current(state.device))
{
    apply(state);
    at::autocast::increment_nesting();
}

AutocastScope::~AutocastScope()
{
    if (at::autocast::decrement_nesting() == 0)
        at::autocast::clear_cache();
    apply(m_before);
}

} // namespace tidemark
