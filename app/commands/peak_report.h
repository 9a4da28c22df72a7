// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/report_json.h"
#include "core/analysis/analyzed_recording.h"
#include "core/analysis/rules/class_rules.h"

#include <string>
#include <vector>

namespace tidemark {

// What one device held at one moment, by group.
struct PeakReport {
    std::size_t device = 0; // place in Recording::devices
    std::size_t position = 0;
    std::string moment; // "the peak of allocated memory", "event 12"
    std::string by; // "category", "rule": what allocations are told apart by
    Attribution attribution;
    Grouping grouping;
    std::string note; // of what the recording does not tell; else empty
    std::vector<GroupHolding> holdings; // without groups that hold nothing themselves

    std::uint64_t bytes() const; // exactly the allocated curve's value
};

PeakReport peakReport(
    const AnalyzedRecording& analyzed, std::size_t device, std::size_t position, GroupBy by);

PeakReport peakReport(
    const AnalyzedRecording& analyzed, std::size_t device, std::size_t position, const ClassRules& rules);

// The `top` largest groups one by one, the rest as one row; 0: all of them.
std::string peakText(const AnalyzedRecording& analyzed, const PeakReport& report, std::size_t top);
std::string peakCsv(const PeakReport& report, std::size_t top);
Json peakJson(const AnalyzedRecording& analyzed, const PeakReport& report, std::size_t top);

} // namespace tidemark
