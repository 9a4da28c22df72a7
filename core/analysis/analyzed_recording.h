// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/device_history.h"
#include "core/base/progress.h"
#include "core/trace/recording.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace tidemark {

// What stays open about the past of one device. Nothing of it: its figures are exact at every position.
struct HistoryDoubts {
    std::uint64_t misfits = 0; // events that the segments at the end contradict: InitialState::contradictions
    std::uint64_t contradictions = 0; // events that contradict others: DeviceHistory::contradictions
    std::uint64_t leastSizeBlocks = 0; // see InitialState
    MissingKinds missing;
    bool endDiffers = false; // the events lead to another end than the allocator reported

    bool any() const { return misfits + contradictions + leastSizeBlocks > 0 || missing.any() || endDiffers; }
};

// A recording and what replay found out about each of its devices (histories[i] belongs to
// recording.devices[i]). What the views are given: immutable, behind shared_ptr<const AnalyzedRecording>.
struct AnalyzedRecording {
    Recording recording;
    std::vector<DeviceHistory> histories;
    std::vector<HistoryDoubts> doubts = {}; // by device, likewise; analyze() fills them
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
