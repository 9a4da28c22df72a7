// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/navigation/view_place.h"

#include "ui/view_state.h"

#include <algorithm>

namespace tidemark::ui {

ViewLook lookOf(const ViewState& state)
{
    ViewLook look;
    look.axis = state.axis();
    look.filter = state.filter();
    const double end = axisValue(state.device(), state.axis(), state.history().eventCount());
    look.showsAll = state.rangeBegin() <= 0 && state.rangeEnd() >= end;
    if (!look.showsAll) {
        look.rangeBegin = state.rangeBegin();
        look.rangeEnd = state.rangeEnd();
    }
    return look;
}

void show(ViewState& state, const ViewLook& look)
{
    state.setAxis(look.axis);
    state.setFilter(look.filter);
    if (look.showsAll)
        state.fitRange();
    else
        state.setRange(look.rangeBegin, look.rangeEnd);
}

std::optional<ViewPlace> placeOf(const ViewState& state)
{
    if (!state.hasDevice())
        return std::nullopt;
    ViewPlace place;
    place.ordinal = state.device().ordinal;
    place.source = state.device().source;
    place.look = lookOf(state);
    place.followsEnd = state.followsEnd();
    if (!place.followsEnd)
        place.cursor = state.cursor();
    place.selectedAddress = state.selectedAddress();
    return place;
}

void goTo(ViewState& state, const ViewPlace& place)
{
    if (!state.hasDevice())
        return;
    const auto& devices = state.recording()->recording.devices;
    const auto device = std::find_if(devices.begin(), devices.end(), [&](const Device& candidate) {
        return candidate.ordinal == place.ordinal && candidate.source == place.source;
    });
    if (device == devices.end())
        return;
    state.setDeviceIndex(static_cast<std::size_t>(device - devices.begin()));
    show(state, place.look);
    if (place.followsEnd)
        state.setFollowsEnd(true);
    else
        state.setCursor(place.cursor);
    state.setSelectedAddress(place.selectedAddress);
}

} // namespace tidemark::ui
