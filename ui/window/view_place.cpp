// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/view_place.h"

#include "ui/view_state.h"

namespace tidemark::ui {

ViewPlace ViewPlace::of(const ViewState& state)
{
    ViewPlace place;
    if (!state.hasDevice())
        return place;
    const Device& device = state.device();
    place.m_isKnown = true;
    place.m_ordinal = device.ordinal;
    place.m_source = device.source;
    place.m_rangeBegin = state.rangeBegin();
    place.m_rangeEnd = state.rangeEnd();
    const double end = axisValue(device, state.axis(), state.history().eventCount());
    place.m_showsAll = place.m_rangeBegin <= 0 && place.m_rangeEnd >= end;
    place.m_followsEnd = state.followsEnd();
    place.m_cursor = state.cursor();
    place.m_selectedAddress = state.selectedAddress();
    return place;
}

void ViewPlace::applyTo(ViewState& state) const
{
    if (!m_isKnown || !state.hasDevice())
        return;
    const auto& devices = state.recording()->recording.devices;
    std::size_t place = 0;
    while (
        place < devices.size() && (devices[place].ordinal != m_ordinal || devices[place].source != m_source))
        ++place;
    if (place == devices.size())
        return;
    state.setDeviceIndex(place);
    if (!m_showsAll)
        state.setRange(m_rangeBegin, m_rangeEnd);
    if (!m_followsEnd)
        state.setCursor(m_cursor);
    state.setSelectedAddress(m_selectedAddress);
}

} // namespace tidemark::ui
