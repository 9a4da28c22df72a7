// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tiles/tile_source.h"

namespace tidemark::ui {

std::shared_ptr<const ShownPart> shownPart(const std::shared_ptr<const GroupedDevice>& whole,
    const std::shared_ptr<const FilteredHistory>& history, const std::stop_token& stop)
{
    auto part = std::make_shared<ShownPart>();
    part->whole = whole;
    part->shown = whole;
    part->history = history;
    if (!history)
        return part;
    const std::vector<Allocation>& all = whole->attribution.allocations;
    std::vector<std::uint32_t> held;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (history->filter().holds(all[i].home))
            held.push_back(static_cast<std::uint32_t>(i));
    }
    auto shown = std::make_shared<GroupedDevice>();
    shown->recording = whole->recording;
    shown->device = whole->device;
    shown->attribution = onlyThese(whole->attribution, held);
    shown->alive = AliveAllocations(shown->attribution, stop);
    part->shown = std::move(shown);
    return stop.stop_requested() ? nullptr : part;
}

} // namespace tidemark::ui
