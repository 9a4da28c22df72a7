// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tiles/tile_source.h"

#include "core/analysis/holders/held_allocations.h"

namespace tidemark::ui {

std::shared_ptr<const ShownPart> shownPart(const std::shared_ptr<const GroupedDevice>& whole,
    const std::shared_ptr<const FilteredHistory>& history, OtherAllocations others,
    const std::stop_token& stop)
{
    auto part = std::make_shared<ShownPart>();
    part->whole = whole;
    part->shown = whole;
    part->history = history;
    if (!history)
        return part;
    if (others == OtherAllocations::AreDim) {
        const HeldAllocations held(history->filter(), whole->recording->recording.devices[whole->device]);
        part->isDim.reserve(whole->attribution.allocations.size());
        for (const Allocation& allocation : whole->attribution.allocations)
            part->isDim.push_back(!held.hold(allocation));
        return stop.stop_requested() ? nullptr : part;
    }
    auto shown = std::make_shared<GroupedDevice>();
    shown->recording = whole->recording;
    shown->device = whole->device;
    shown->attribution = heldBy(
        history->filter(), whole->recording->recording.devices[whole->device], whole->attribution, stop);
    shown->alive = AliveAllocations(shown->attribution, stop);
    part->shown = std::move(shown);
    return stop.stop_requested() ? nullptr : part;
}

} // namespace tidemark::ui
