// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/analysis/analysis_fixtures.h"

#include <functional>

namespace tidemark::tests {

// A recording of which some events of one device are lost, as a ring buffer, a late start or skip_actions
// lose them; what the file says about the end stays.
struct CutRecording {
    Recording recording; // with that one device
    std::vector<std::size_t> kept; // the place of each event in the whole trace
    std::size_t begin = 0; // the place at which the cut trace may begin: state 0 holds there at the earliest
    std::size_t total = 0; // events of the whole trace
};

// `isKept`: by place in the whole trace. History is judged as the reader does.
CutRecording cutRecording(const Recording& whole, const Device& device, std::size_t begin,
    const std::function<bool(std::size_t)>& isKept);

// What replay of the cut makes of it, compared with the whole recording, position by position.
struct CutFindings {
    HistoryDoubts doubts;
    History history = History::None;
    std::size_t positions = 0; // compared
    std::size_t wrong = 0; // the figures are those of no moment between the two events around the position
    QString firstWrong;
    QString endDifference; // between the end and what the allocator reported; empty: none
};

// `whole`: the figures of the whole recording by position.
CutFindings findingsOf(const CutRecording& cut, const std::vector<Level>& whole);

// By position, from nothing; for a device whose history is whole.
std::vector<Level> levelsOf(const Device& device, const AllocatorSettings& settings);

} // namespace tidemark::tests
