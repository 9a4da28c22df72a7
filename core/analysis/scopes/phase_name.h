// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <string>

namespace tidemark {

// "step 3 · backward": the innermost step and phase around an event, or else the innermost named range.
// Empty where the recording names none.
std::string phaseName(const Recording& recording, std::size_t device, std::uint64_t event);

} // namespace tidemark
