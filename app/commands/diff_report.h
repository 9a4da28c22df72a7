// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/report_json.h"
#include "core/analysis/compare/comparison.h"
#include "core/analysis/scopes/phase_peaks.h"

namespace tidemark {

// Two moments beside each other, for a terminal or as JSON.
struct DiffReport {
    struct Side {
        std::string file;
        std::string moment; // as it was asked for: "peak"
        ComparedMoment at;
    };
    Side a;
    Side b;
    MomentComparison comparison;
    std::vector<PhasePeakPair> phases;
    std::size_t most = 0; // groups that the text lists; 0: all
};

std::string diffText(const DiffReport& report);
Json diffJson(const DiffReport& report);

} // namespace tidemark
