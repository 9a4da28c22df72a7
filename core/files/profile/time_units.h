// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tidemark {

inline constexpr std::int64_t nanosecondsAMicrosecond = 1000;

} // namespace tidemark
