// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <string_view>

namespace tidemark {

// The name that was given to it, else what it is: "empty_cache", "recording paused". Lives as long as the
// table.
std::string_view markName(const Mark& mark, const StringTable& strings);

} // namespace tidemark
