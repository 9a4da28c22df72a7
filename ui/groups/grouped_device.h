// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/holders/grouped_curves.h"

#include <memory>

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

// The bands that fill the area of allocated memory in the timeline. Immutable once made.
struct GroupColouring {
    std::shared_ptr<const GroupedDevice> device;
    Grouping grouping;
    GroupBands bands;
    GroupedCurves curves; // by band
    std::size_t peak = 0; // position of allocated memory's peak
};

} // namespace tidemark::ui
