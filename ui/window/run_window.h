// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tidemark::ui {

// What the window begins with.
struct WindowRequest {
    std::string file; // opened at once; empty: none
    std::string workload; // recorded at once with default options; empty: none
};

// Shows the window until it is closed. The exit code of the program.
int runWindow(const WindowRequest& request);

} // namespace tidemark::ui
