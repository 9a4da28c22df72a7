// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/curves/curve_columns.h"
#include "core/analysis/replay/memory_filter.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tidemark::ui {

class ViewState;

// Which part of the recording the views show.
struct ViewLook {
    TimeAxis axis = TimeAxis::Events;
    bool showsAll = true; // else the range, in axis units
    double rangeBegin = 0;
    double rangeEnd = 1;
    MemoryFilter filter;

    bool operator==(const ViewLook&) const = default;
};

// Where somebody looks: kept while a recording is replaced by a fuller one of the same file, while another is
// only being tried, and to go back to.
struct ViewPlace {
    int ordinal = 0; // of the device
    std::string source;
    ViewLook look;
    bool followsEnd = true; // else the cursor, a position
    std::size_t cursor = 0;
    std::optional<std::uint64_t> selectedAddress;

    bool operator==(const ViewPlace&) const = default;
};

ViewLook lookOf(const ViewState& state); // state.hasDevice() must hold
void show(ViewState& state, const ViewLook& look);

std::optional<ViewPlace> placeOf(const ViewState& state); // nothing where no device is shown
// As far as it makes sense there: another device list, or a shorter recording, keeps what it can.
void goTo(ViewState& state, const ViewPlace& place);

} // namespace tidemark::ui
