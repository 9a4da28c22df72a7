// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace tidemark::ui {

// What the window begins with.
struct WindowRequest {
    std::vector<std::string> files; // or a folder; opened at once, as one recording
    std::string workload; // recorded at once with default options; empty: none
};

// Shows the window until it is closed. The exit code of the program.
int runWindow(const WindowRequest& request);

} // namespace tidemark::ui
