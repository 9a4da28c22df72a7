// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tidemark {

// A part of the picture that words may point at: a band between the curves, or what the map hatches so.
enum class Band : std::uint8_t {
    Nothing,
    Requested,
    Rounding,
    Allocated,
    Waiting, // between allocated and active
    Active,
    FreeBesideLive, // between active and reserved, with the next one
    WholeFree,
    Reserved,
    Outside, // of the process, above reserved
    Device, // all that the driver counts
};
inline constexpr std::size_t bandCount = 11;

// "free beside live blocks".
std::string_view bandName(Band band);

} // namespace tidemark
