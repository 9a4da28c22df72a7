// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/device_history.h"
#include "core/base/error.h"

#include <string_view>
#include <vector>

namespace tidemark {

// The positions that "snapshots", "end", "start", "peak", "every:N" or "event:K" names on one device; event:K
// is the state just after event K. `peak` is the peak of active memory.
Expected<std::vector<std::size_t>> momentsNamed(
    std::string_view name, const Device& device, const DeviceHistory& history);

// The one position that "end", "start", "peak", "event:K" or "mark NAME" names; `peak` is that of `curve`. Of
// several marks of one name it is the newest.
Expected<std::size_t> momentNamed(std::string_view name, const Recording& recording, std::size_t device,
    const DeviceHistory& history, Curve curve);

} // namespace tidemark
