// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/torch/run_plan.h"

#include <string>
#include <variant>

namespace tidemark {

struct RecordOptions {
    RunPlan plan;
    std::string output; // a path; empty: standard output
    bool endsWithInput = false; // the run ends when standard input does
};

// The command line asked for nothing but some text, or was wrong: print `text` and exit with `code`.
struct EarlyExit {
    int code = 0; // 0: text is for standard output; else for standard error
    std::string text;
};

std::variant<RecordOptions, EarlyExit> readRecordOptions(int argc, const char* const* argv);

} // namespace tidemark
