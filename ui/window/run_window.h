// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tidemark::ui {

// What the window begins with.
struct WindowRequest {
    std::vector<std::string> files; // or a folder; opened at once, as one recording
    std::string workload; // recorded at once with default options; empty: none
    // Where and how to record, as in RecorderPlace and RunOptions; what is not given stays as it was left.
    std::optional<std::string> runOn;
    std::optional<std::string> recorder;
    std::optional<std::string> device;
    std::optional<std::string> allocator;
    std::optional<int> ranks;
};

// Shows the window until it is closed. The exit code of the program.
int runWindow(const WindowRequest& request);

} // namespace tidemark::ui
