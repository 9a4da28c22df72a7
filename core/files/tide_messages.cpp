// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/tide_messages.h"

#include <algorithm>

namespace tidemark {

std::int64_t Answer::figure(std::string_view name) const
{
    const auto found =
        std::find_if(figures.begin(), figures.end(), [&](const auto& entry) { return entry.first == name; });
    return found == figures.end() ? 0 : found->second;
}

} // namespace tidemark
