// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/device_history.h"
#include "core/base/progress.h"
#include "core/trace/recording.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace tidemark {

// A recording and what replay found out about each of its devices (histories[i] belongs to
// recording.devices[i]). What the views are given: immutable, behind shared_ptr<const AnalyzedRecording>.
struct AnalyzedRecording {
    Recording recording;
    std::vector<DeviceHistory> histories;
};

// Replays everything. `stop` ends it early: then the histories cover only the events followed so far.
// `progress` counts events.
AnalyzedRecording analyze(
    Recording recording, const std::stop_token& stop = {}, Progress* progress = nullptr);

// The allocator settings of a recording, as far as it tells them.
AllocatorSettings settingsOf(const Recording& recording);
// Those of one of its devices, which has its own where several files were opened as one.
AllocatorSettings settingsOf(const Recording& recording, const Device& device);

} // namespace tidemark
