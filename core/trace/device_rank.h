// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <optional>

namespace tidemark {

// The rank that recorded a device, as torchrun counts them: the setting "rank" (or "RANK") of the device or
// the recording, else the number behind the last "rank" in its source, as in "ddp_rank1.pickle".
std::optional<int> rankOf(const Recording& recording, const Device& device);

} // namespace tidemark
