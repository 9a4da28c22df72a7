// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tidemark {

// From an earlier time to a later one, in what both are counted in; negative where it is earlier. Times of
// broken files may lie farther apart than a number can tell: then the farthest that it can.
constexpr std::int64_t timeDistance(std::int64_t earlier, std::int64_t later)
{
    std::int64_t distance = 0;
    if (!__builtin_sub_overflow(later, earlier, &distance))
        return distance;
    return later > earlier ? INT64_MAX : INT64_MIN;
}

} // namespace tidemark
