// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/batch_report.h"

#include "core/analysis/scopes/phase_name.h"
#include "core/base/bytes.h"
#include "core/base/one_line.h"

#include <cmath>
#include <fmt/format.h>

namespace tidemark {

namespace {

std::optional<std::int64_t> shownBatch(const BatchReport& report)
{
    if (report.wanted)
        return report.wanted;
    const auto largest =
        report.room.bytes > 0 ? report.forecast.largestReserved(report.room.bytes) : std::nullopt;
    return largest && *largest > 0 ? largest : std::nullopt;
}

double perSample(const BatchForecast& forecast, std::int64_t a, std::int64_t b)
{
    return static_cast<double>(b - a) / static_cast<double>(forecast.batchB - forecast.batchA);
}

// Where the run of the larger batch is at that moment.
std::string whereText(const BatchReport& report, const BatchForecast::Moment& moment)
{
    const BatchRun& b = report.first.batch < report.second.batch ? report.second : report.first;
    const std::string phase =
        moment.positionB == 0 ? std::string() : phaseName(*b.recording, b.device, moment.positionB - 1);
    const std::string event = fmt::format("event {} of the run of batch {}", formatCount(moment.positionB),
        formatExact(report.forecast.batchB));
    return phase.empty() ? "at " + event : fmt::format("in {}, at {}", oneLine(phase), event);
}

std::string shareTable(const BatchReport& report, std::int64_t batch)
{
    const BatchForecast& forecast = report.forecast;
    const BatchForecast::Moment& moment = forecast.highestAt(batch);
    const BatchForecast::Range reserved = forecast.reservedRangeAt(batch);
    std::string text = fmt::format("\nBatch {}: {} allocated ({} bytes), about {} reserved\n"
                                   "By what the two runs reserved it is {} to {}; it cannot be less than "
                                   "what is allocated\n"
                                   "Highest {}\n\n",
        formatExact(batch), formatBytes(forecast.allocatedAt(batch)),
        formatExact(forecast.allocatedAt(batch)), formatBytes(forecast.reservedAt(batch)),
        formatBytes(reserved.least), formatBytes(reserved.most), whereText(report, moment));
    text +=
        fmt::format("{:>16} {:>16} {:>16}  {}\n", "fixed", "for each sample", "bytes at batch", "category");
    const auto row = [&](std::int64_t a, std::int64_t b, std::string_view name) {
        text += fmt::format("{:>16} {:>16} {:>16}  {}\n", formatExact(forecast.lineAt(a, b, 0)),
            formatExact(std::llround(perSample(forecast, a, b))), formatExact(forecast.lineAt(a, b, batch)),
            name);
    };
    for (const BatchShare& share : sharesAt(forecast, report.first, report.second, batch))
        row(share.a, share.b, nameOf(share.category));
    row(moment.a, moment.b, "allocated");
    return text;
}

Json batchEntry(const BatchReport& report, std::int64_t batch)
{
    const BatchForecast& forecast = report.forecast;
    const BatchForecast::Moment& moment = forecast.highestAt(batch);
    Json json = {{"batch", batch}, {"allocated", forecast.allocatedAt(batch)},
        {"reserved", forecast.reservedAt(batch)}, {"reserved_least", forecast.reservedRangeAt(batch).least},
        {"reserved_most", forecast.reservedRangeAt(batch).most},
        {"fixed", forecast.lineAt(moment.a, moment.b, 0)},
        {"per_sample", perSample(forecast, moment.a, moment.b)}, {"categories", Json::array()}};
    for (const BatchShare& share : sharesAt(forecast, report.first, report.second, batch))
        json["categories"].push_back(
            {{"name", nameOf(share.category)}, {"fixed", forecast.lineAt(share.a, share.b, 0)},
                {"per_sample", perSample(forecast, share.a, share.b)},
                {"bytes", forecast.lineAt(share.a, share.b, batch)}});
    return json;
}

} // namespace

std::string batchText(const BatchReport& report)
{
    std::string text = assumptionText(report.forecast);
    text += report.room.bytes > 0
        ? '\n' + largestBatchText(report.forecast, report.room.bytes, report.room.source)
        : "\nThe recordings do not tell how much memory the device has: say it with --limit, and the largest "
          "batch "
          "that fits is told.\n";
    const auto batch = shownBatch(report);
    return batch ? text + shareTable(report, *batch) : text;
}

Json batchJson(const BatchReport& report)
{
    const BatchForecast& forecast = report.forecast;
    constexpr const char* bases[] = {"moments", "phases", "peaks"};
    const auto orNull = [](const std::optional<std::int64_t>& value) {
        return value ? Json(*value) : Json(nullptr);
    };
    Json json = {{"batches", {forecast.batchA, forecast.batchB}}, {"peaks", {forecast.peakA, forecast.peakB}},
        {"basis", bases[static_cast<std::size_t>(forecast.basis)]}, {"followed", forecast.followed},
        {"other_differences", forecast.otherDifferences}};
    if (report.room.bytes > 0) {
        json["limit"] = {{"bytes", report.room.bytes}, {"source", report.room.source}};
        json["largest_batch"] = orNull(forecast.largestReserved(report.room.bytes));
        json["largest_batch_at_best"] = orNull(forecast.largestAllocated(report.room.bytes));
    }
    if (const auto batch = shownBatch(report))
        json["forecast"] = batchEntry(report, *batch);
    return json;
}

} // namespace tidemark
