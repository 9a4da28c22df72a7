// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/band.h"

namespace tidemark {

std::string_view bandName(Band band)
{
    constexpr std::array<std::string_view, bandCount> names = {"", "requested", "rounding", "allocated",
        "waiting for a stream", "active", "free beside live blocks", "whole free segments", "reserved",
        "outside the allocator", "the whole device"};
    const auto place = static_cast<std::size_t>(band);
    return place < names.size() ? names[place] : std::string_view();
}

} // namespace tidemark
