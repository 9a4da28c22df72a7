// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"

#include <string>
#include <thread>

namespace tidemark {

// "trying settings: 42 %" on standard error while a job goes on; nothing where that is no terminal.
class ProgressLine {
public:
    ProgressLine(const Progress& progress, std::string what);
    // Takes the line away; the destructor does, too.
    void end();

private:
    std::jthread m_teller;
};

} // namespace tidemark
