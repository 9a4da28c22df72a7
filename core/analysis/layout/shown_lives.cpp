// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layout/shown_lives.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr std::size_t livesLookDistance = 65536;

// The first column at whose moment it is gone.
std::uint32_t endColumn(const Allocation& allocation, std::span<const std::size_t> moments, std::size_t begin)
{
    if (allocation.freeEvent == Allocation::never)
        return static_cast<std::uint32_t>(moments.size());
    const auto gone = std::upper_bound(moments.begin() + static_cast<std::ptrdiff_t>(begin), moments.end(),
        static_cast<std::size_t>(allocation.freeEvent));
    return static_cast<std::uint32_t>(gone - moments.begin());
}

} // namespace

std::vector<ShownLife> shownLives(const Attribution& attribution, const AliveAllocations& alive,
    std::span<const std::size_t> moments, const std::stop_token& stop)
{
    std::vector<ShownLife> lives;
    if (moments.empty())
        return lives;
    const std::vector<Allocation>& all = attribution.allocations;
    for (const std::uint32_t place : alive.at(attribution, moments.front()))
        lives.push_back({place, 0, endColumn(all[place], moments, 0)});
    const auto isBefore = [](const Allocation& allocation, std::size_t position) {
        return allocation.event == Allocation::beforeRecording || allocation.event < position;
    };
    const auto first = std::lower_bound(all.begin(), all.end(), moments.front(), isBefore);
    std::size_t column = 0; // the first whose moment is behind the allocation's event
    for (auto i = static_cast<std::size_t>(first - all.begin()); i < all.size(); ++i) {
        if (i % livesLookDistance == 0 && stop.stop_requested())
            return {};
        const Allocation& allocation = all[i];
        while (column < moments.size() && moments[column] <= allocation.event)
            ++column;
        if (column == moments.size())
            break;
        if (allocation.freeEvent >= moments[column]) // or never
            lives.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(column),
                endColumn(allocation, moments, column)});
    }
    return lives;
}

} // namespace tidemark
