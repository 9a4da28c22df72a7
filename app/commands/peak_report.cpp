// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/peak_report.h"

#include "core/analysis/replay/untold_words.h"
#include "core/analysis/scopes/phase_name.h"
#include "core/base/bytes.h"
#include "core/base/csv.h"
#include "core/base/one_line.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

struct PeakRow {
    std::string name;
    std::uint64_t bytes = 0;
    std::uint64_t count = 0;
    const MemoryGroup* group = nullptr; // null: the rest
    const GroupHolding* holding = nullptr;
};

std::vector<PeakRow> rowsOf(const PeakReport& report, std::size_t top)
{
    std::vector<PeakRow> rows;
    PeakRow rest;
    std::size_t left = 0;
    for (const GroupHolding& holding : report.holdings) {
        if (top == 0 || rows.size() < top) {
            const MemoryGroup& group = report.grouping.groups[holding.group];
            rows.push_back({group.name, holding.bytes, holding.count, &group, &holding});
            continue;
        }
        rest.bytes += holding.bytes;
        rest.count += holding.count;
        ++left;
    }
    if (left > 0) {
        rest.name = fmt::format("{} {}", left, left == 1 ? "other" : "others");
        rows.push_back(std::move(rest));
    }
    return rows;
}

double shareOf(std::uint64_t bytes, std::uint64_t whole)
{
    return whole == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(whole);
}

// "event 120 of 4,000 (12.345 s), step 3 · backward".
std::string whereText(const AnalyzedRecording& analyzed, const PeakReport& report)
{
    const std::size_t count = analyzed.histories[report.device].eventCount();
    if (report.position == 0)
        return fmt::format("before the first of {} events", formatCount(count));
    std::string text =
        fmt::format("just after event {} of {}", formatCount(report.position), formatCount(count));
    const std::string phase = phaseName(analyzed.recording, report.device, report.position - 1);
    return phase.empty() ? text : text + ", " + oneLine(phase);
}

// The frames, innermost first, each in a line of its own.
std::string framesText(const Recording& recording, StackIndex stack)
{
    constexpr int most = 12;
    std::string text;
    int shown = 0;
    for (; !stack.isNone() && shown < most; stack = recording.stacks[stack].caller, ++shown) {
        const Frame& frame = recording.frames[recording.stacks[stack].frame];
        const std::string_view file = recording.strings[frame.file];
        text += fmt::format("        {}", oneLine(recording.strings[frame.function]));
        text += file.empty() ? "\n" : fmt::format("  {}:{}\n", oneLine(file), frame.line);
    }
    return stack.isNone() ? text : text + "        ...\n";
}

PeakReport reportAt(const AnalyzedRecording& analyzed, std::size_t device, std::size_t position)
{
    PeakReport report;
    report.device = device;
    report.position = position;
    report.attribution = attribute(analyzed.recording, device, analyzed.histories[device]);
    return report;
}

void addHoldings(PeakReport& report)
{
    const auto alive = AliveAllocations(report.attribution).at(report.attribution, report.position);
    report.holdings = holdingsOf(report.grouping, report.attribution, alive);
    std::erase_if(report.holdings, [](const GroupHolding& holding) { return holding.count == 0; });
}

} // namespace

std::uint64_t PeakReport::bytes() const
{
    std::uint64_t sum = 0;
    for (const GroupHolding& holding : holdings)
        sum += holding.bytes;
    return sum;
}

PeakReport peakReport(const AnalyzedRecording& analyzed, std::size_t device, std::size_t position, GroupBy by)
{
    PeakReport report = reportAt(analyzed, device, position);
    report.by = groupByName(by);
    report.grouping = groupAllocations(analyzed.recording, device, report.attribution, by);
    report.note = untoldSentence(report.grouping, report.attribution);
    addHoldings(report);
    return report;
}

PeakReport peakReport(
    const AnalyzedRecording& analyzed, std::size_t device, std::size_t position, const ClassRules& rules)
{
    PeakReport report = reportAt(analyzed, device, position);
    report.by = "rule";
    report.grouping = groupByRules(analyzed.recording, device, report.attribution, rules);
    addHoldings(report);
    return report;
}

std::string peakText(const AnalyzedRecording& analyzed, const PeakReport& report, std::size_t top)
{
    const std::uint64_t whole = report.bytes();
    const Level level =
        analyzed.histories[report.device].levelAt(analyzed.recording.devices[report.device], report.position);
    std::string text = fmt::format("Device {}, {}: {}\n{} allocated ({} bytes), {} reserved\n\n",
        analyzed.recording.devices[report.device].ordinal, report.moment, whereText(analyzed, report),
        formatBytes(static_cast<std::int64_t>(whole)), formatCount(whole), formatBytes(level.reservedBytes));
    const std::vector<PeakRow> rows = rowsOf(report, top);
    text += fmt::format("{:>16} {:>7} {:>8}  {}\n", "bytes", "share", "blocks", report.by);
    std::uint64_t count = 0;
    for (const PeakRow& row : rows) {
        text += fmt::format("{:>16} {:>6.1f}% {:>8}  {}\n", formatCount(row.bytes),
            100 * shareOf(row.bytes, whole), formatCount(row.count), oneLine(row.name));
        if (row.group && !row.group->stack.isNone())
            text += framesText(analyzed.recording, row.group->stack);
        count += row.count;
    }
    text += fmt::format("{:>16} {:>6.1f}% {:>8}  allocated\n", formatCount(whole), whole == 0 ? 0.0 : 100.0,
        formatCount(count));
    return report.note.empty() ? text : text + '\n' + report.note + '\n';
}

std::string peakCsv(const PeakReport& report, std::size_t top)
{
    std::string text = fmt::format("{},bytes,share,blocks\n", report.by);
    for (const PeakRow& row : rowsOf(report, top))
        text += fmt::format("{},{},{:.6f},{}\n", csvField(row.name), row.bytes,
            shareOf(row.bytes, report.bytes()), row.count);
    return text;
}

Json peakJson(const AnalyzedRecording& analyzed, const PeakReport& report, std::size_t top)
{
    const Device& device = analyzed.recording.devices[report.device];
    const bool before = report.position == 0;
    Json json = {{"device", device.ordinal}, {"moment", report.moment},
        {"event", before ? Json(nullptr) : Json(report.position - 1)},
        {"time_us", before ? Json(nullptr) : Json(device.events.timeUs()[report.position - 1])},
        {"by", report.by}, {"has_labels", report.attribution.hasLabels}};
    json.update(levelJson(analyzed.histories[report.device].levelAt(device, report.position)));
    Json groups = Json::array();
    for (const PeakRow& row : rowsOf(report, top)) {
        Json entry = {{"name", row.name}, {"bytes", row.bytes}, {"blocks", row.count}};
        if (row.holding && report.by == groupByName(GroupBy::Module))
            entry["bytes_with_parts"] = row.holding->totalBytes;
        if (row.group && !row.group->stack.isNone()) {
            Json frames = Json::array();
            for (StackIndex at = row.group->stack; !at.isNone(); at = analyzed.recording.stacks[at].caller) {
                const Frame& frame = analyzed.recording.frames[analyzed.recording.stacks[at].frame];
                frames.push_back({{"name", analyzed.recording.strings[frame.function]},
                    {"filename", analyzed.recording.strings[frame.file]}, {"line", frame.line}});
            }
            entry["frames"] = std::move(frames);
        }
        groups.push_back(std::move(entry));
    }
    json["groups"] = std::move(groups);
    if (!report.note.empty())
        json["note"] = report.note;
    return json;
}

} // namespace tidemark
