// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark {

// What the recorder answers to one command line.
struct Answer {
    std::string command; // the line as it came
    bool ok = true;
    std::string text; // one sentence for people
    std::vector<std::pair<std::string, std::int64_t>>
        figures; // e.g. {"returned_bytes", 20971520}, {"duration_us", 310}

    // The value under a name, or 0.
    std::int64_t figure(std::string_view name) const;
};

enum class RecorderState : std::uint8_t { Starting, Running, Paused, Holding, Finished, Failed };

// How the recorder is; sent whenever it changes.
struct RecorderStatus {
    RecorderState state = RecorderState::Starting;
    std::int64_t step = 0; // training steps finished
    std::int64_t steps = 0; // steps asked for; 0: without end
    std::string text; // Failed: why, as a sentence; Holding: why the workload ended early, if it did
};

} // namespace tidemark
