// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace tidemark {

// Longer names and texts are cut before they go into a stream.
inline constexpr std::size_t longestName = 64 * 1024;

inline std::string_view cutName(std::string_view text)
{
    return text.substr(0, longestName);
}

} // namespace tidemark
