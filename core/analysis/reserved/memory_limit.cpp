// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/memory_limit.h"

#include <algorithm>
#include <charconv>

namespace tidemark {

std::uint64_t memoryLimitOf(
    const Recording& recording, const AllocatorSettings& settings, std::uint64_t capacity)
{
    const auto isLimit = [](const Setting& setting) { return setting.name == "limit"; };
    const auto found = std::find_if(recording.settings.begin(), recording.settings.end(), isLimit);
    std::uint64_t limit = 0;
    if (found != recording.settings.end())
        std::from_chars(found->value.data(), found->value.data() + found->value.size(), limit);
    const double fraction = settings.perProcessMemoryFraction;
    if (limit == 0 && fraction < 1)
        limit = static_cast<std::uint64_t>(fraction * static_cast<double>(capacity));
    return limit;
}

} // namespace tidemark
