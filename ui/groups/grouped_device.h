// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/curves/curve_view.h"
#include "core/analysis/holders/grouped_curves.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace tidemark::ui {

// Every allocation of a device and when it was alive. Immutable once made; what a worker found.
struct GroupedDevice {
    std::shared_ptr<const AnalyzedRecording> recording; // that it was made from
    std::size_t device = 0;
    Attribution attribution;
    AliveAllocations alive;

    const DeviceHistory& history() const { return recording->histories[device]; }
    std::size_t eventCount() const { return history().eventCount(); }
};

// Null where `stop` ends it early. `progress` counts events, beyond what it has counted before. `earlier`
// (may be null) is of the same run when it was shorter: then only what is new is followed.
std::shared_ptr<const GroupedDevice> groupedDevice(const std::shared_ptr<const AnalyzedRecording>& recording,
    std::size_t device, const std::stop_token& stop = {}, Progress* progress = nullptr,
    const std::shared_ptr<const GroupedDevice>& earlier = nullptr);

// The bands that fill the area of allocated memory in the timeline: of all of it, or of the part that a
// filter holds. Immutable once made.
struct GroupColouring {
    std::shared_ptr<const GroupedDevice> device; // the whole
    MemoryFilter filter;
    std::shared_ptr<const FilteredHistory> part; // its curves; null without a filter
    Grouping grouping; // of the part's allocations
    GroupBands bands;
    GroupedCurves curves; // by band
    std::size_t peak = 0; // position of allocated memory's peak, in the part
    std::string untold; // what the recording does not tell of it; empty where it tells

    CurveView view() const { return part ? CurveView(*part) : CurveView(device->history()); }
};

} // namespace tidemark::ui
