// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/report_json.h"
#include "core/analysis/compare/batch_forecast.h"

namespace tidemark {

// How much memory there is for a program, and who says so.
struct BatchRoom {
    std::uint64_t bytes = 0; // 0: unknown
    std::string source; // "given with --limit"
};

// What two runs say of other batches, for a terminal or as JSON.
struct BatchReport {
    BatchRun first;
    BatchRun second;
    BatchForecast forecast;
    BatchRoom room;
    std::optional<std::int64_t> wanted; // the batch asked for; else the largest that fits
};

std::string batchText(const BatchReport& report);
Json batchJson(const BatchReport& report);

} // namespace tidemark
