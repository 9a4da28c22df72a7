// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/simulate/emptied_here.h"
#include "core/simulate/out_of_memory_trials.h"
#include "ui/whatif/what_if_choice.h"

#include <memory>
#include <optional>

namespace tidemark::ui {

// One run of a recorded program under other settings, and what came of it.
struct WhatIfRun {
    WhatIfChoice choice;
    Simulation simulation;
    std::optional<EmptiedHere> emptied; // of a run with the cache emptied at the cursor
    // The run as a recording of its own, for the views; its events are not those of the recorded run, see
    // Simulation::positionOf.
    std::shared_ptr<const AnalyzedRecording> replay;
};

// A request that was refused, and what other settings would have done about it.
struct WhatIfOom {
    OutOfMemoryReport report;
    OomTrials trials;
};

} // namespace tidemark::ui
