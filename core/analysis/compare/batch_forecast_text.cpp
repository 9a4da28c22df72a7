// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/batch_forecast.h"
#include "core/base/bytes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tidemark {

namespace {

std::string followedText(const BatchForecast& forecast)
{
    switch (forecast.basis) {
    case BatchForecast::Basis::Moments:
        return fmt::format(
            "Both runs allocate and free in the same order until behind their peaks: each of {} "
            "moments is followed on its own.",
            formatCount(forecast.followed));
    case BatchForecast::Basis::Phases:
        return fmt::format("The runs do not allocate and free in quite the same order; the peaks of {} are "
                           "followed, each on its own.",
            forecast.followed == 1 ? "a step" : fmt::format("{} phases", forecast.followed));
    case BatchForecast::Basis::Peaks:
        break;
    }
    return "The runs do not allocate and free in the same order, and no phase holds both peaks: a line is "
           "drawn "
           "through the two peaks. Where they belong to different moments, the forecast is too low.";
}

} // namespace

std::string assumptionText(const BatchForecast& forecast)
{
    std::string text = fmt::format("Batch {} needs {} at most, batch {} {} (allocated).\n{}\n",
        formatExact(forecast.batchA), formatBytes(forecast.peakA), formatExact(forecast.batchB),
        formatBytes(forecast.peakB), followedText(forecast));
    text += "Assumed is that it has a fixed part and an equal part for each sample, and that the program "
            "does the "
            "same at any batch.\n";
    if (!forecast.otherDifferences.empty())
        text +=
            fmt::format("The runs differ in more than the batch, and all of it counts as the batch's doing: "
                        "{}.\n",
                fmt::join(forecast.otherDifferences, ", "));
    return text;
}

std::string largestBatchText(const BatchForecast& forecast, std::uint64_t bytes, std::string_view room)
{
    const std::string into = fmt::format("{} ({})", formatBytes(static_cast<std::int64_t>(bytes)), room);
    const auto largest = forecast.largestReserved(bytes);
    const auto atBest = forecast.largestAllocated(bytes);
    if (!largest || !atBest)
        return "No batch is too large: memory does not grow with it.\n";
    const double share = static_cast<double>(forecast.reservedPeakB) / static_cast<double>(forecast.peakB);
    std::string text = *largest == 0
        ? fmt::format("Not even batch 1 fits into {}", into)
        : fmt::format("At most batch {} fits into {}: it needs {}", formatExact(*largest), into,
            formatBytes(forecast.allocatedAt(*largest)));
    text += fmt::format(", with an allocator that reserves {:.2f} times what is allocated, as at batch {}.\n",
        share, formatExact(forecast.batchB));
    if (*atBest > *largest)
        text += fmt::format(
            "With nothing reserved beyond what is allocated it would be batch {}.\n", formatExact(*atBest));
    return text;
}

} // namespace tidemark
