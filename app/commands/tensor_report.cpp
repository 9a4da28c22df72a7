// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/tensor_report.h"

#include "core/analysis/holders/alive_allocations.h"
#include "core/base/bytes.h"
#include "core/base/csv.h"
#include "core/base/one_line.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace tidemark {

namespace {

std::string exactBytes(std::uint64_t value)
{
    return formatExact(static_cast<std::int64_t>(value));
}

std::string ownName(const Recording& recording, const TensorLabel& label)
{
    const std::string_view name = recording.strings[label.name];
    return name.empty() ? fmt::format("({})", nameOf(label.category)) : std::string(name);
}

// What has no name, as a row says it.
std::string unnamedName(const UnnamedMemory& memory)
{
    if (memory.category == MemoryCategory::Unexplained)
        return "(not explained)";
    return fmt::format("({}, no label)", nameOf(memory.category));
}

std::string sentenceOf(const TensorReport& report)
{
    if (!report.attribution.hasLabels)
        return "The recording does not say which tensors its memory holds: tidemark-record writes that.\n";
    const TensorTable& table = report.table;
    const std::uint64_t unexplained = [&] {
        std::uint64_t bytes = 0;
        for (const UnnamedMemory& memory : table.unnamed)
            bytes += memory.category == MemoryCategory::Unexplained ? memory.rounded : 0;
        return bytes;
    }();
    return fmt::format("{} elements in {} bytes; {} bytes asked for, {} allocated; {} bytes are not "
                       "explained.\n",
        exactBytes(table.elements), exactBytes(table.tensorBytes), exactBytes(table.requested),
        exactBytes(table.allocated), exactBytes(unexplained));
}

Json tensorRowJson(const Recording& recording, const TensorTable& table, const TensorRow& row)
{
    const TensorLabel& label = row.label;
    Json json = {{"name", recording.strings[label.name]}, {"shape", recording.strings[label.shape]},
        {"dtype", nameOf(label.dataType)}, {"category", nameOf(label.category)}, {"elements", row.elements},
        {"bytes", label.bytes}, {"requested", row.requested}, {"rounded", row.rounded},
        {"address", label.address}};
    if (!label.operation.isNone())
        json["kept_by"] = recording.strings[label.operation];
    if (row.sharesWith != TensorRow::none)
        json["shares_with"] = recording.strings[table.rows[row.sharesWith].label.name];
    return json;
}

void choose(TensorReport& report, std::size_t top)
{
    const std::vector<TensorRow>& rows = report.table.rows;
    report.shown = top == 0 ? rows.size() : std::min(top, rows.size());
    report.others = rows.size() - report.shown;
    for (std::size_t i = report.shown; i < rows.size(); ++i) {
        report.othersRequested += rows[i].requested;
        report.othersRounded += rows[i].rounded;
    }
}

std::span<const TensorRow> shownRows(const TensorReport& report)
{
    return std::span(report.table.rows).first(report.shown);
}

} // namespace

TensorReport tensorReport(
    const AnalyzedRecording& analyzed, std::size_t device, std::size_t position, std::size_t top)
{
    TensorReport report;
    report.device = device;
    report.position = position;
    report.attribution = attribute(analyzed.recording, device, analyzed.histories[device]);
    const auto alive = AliveAllocations(report.attribution).at(report.attribution, position);
    report.table = tensorTable(report.attribution, alive);
    choose(report, top);
    return report;
}

std::string tensorName(const Recording& recording, const TensorTable& table, const TensorRow& row)
{
    const std::string name = ownName(recording, row.label);
    if (row.sharesWith == TensorRow::none)
        return name;
    return fmt::format("{}(->{})", name, ownName(recording, table.rows[row.sharesWith].label));
}

std::string tensorText(const AnalyzedRecording& analyzed, const TensorReport& report)
{
    const Recording& recording = analyzed.recording;
    const TensorTable& table = report.table;
    constexpr std::size_t leastWidth = 24;
    constexpr std::size_t mostWidth = 64;
    std::size_t width = leastWidth;
    for (const TensorRow& row : shownRows(report))
        width = std::max(width, tensorName(recording, table, row).size());
    width = std::min(width, mostWidth);
    std::string text =
        fmt::format("Device {}, {}\n\n", recording.devices[report.device].ordinal, report.moment);
    text += fmt::format("{:<{}}  {:<20} {:<9} {:<17} {:>15} {:>15}\n", "tensor", width, "shape", "dtype",
        "category", "requested", "rounded");
    for (const TensorRow& row : shownRows(report)) {
        text += fmt::format("{:<{}}  {:<20} {:<9} {:<17} {:>15} {:>15}\n",
            oneLine(tensorName(recording, table, row)), width, oneLine(recording.strings[row.label.shape]),
            nameOf(row.label.dataType), nameOf(row.label.category), exactBytes(row.requested),
            exactBytes(row.rounded));
    }
    if (report.others > 0)
        text += fmt::format("{:<{}}  {:<48} {:>15} {:>15}\n",
            fmt::format("{} {}", exactBytes(report.others), report.others == 1 ? "other" : "others"), width,
            "", exactBytes(report.othersRequested), exactBytes(report.othersRounded));
    for (const UnnamedMemory& memory : table.unnamed)
        text += fmt::format("{:<{}}  {:<48} {:>15} {:>15}\n", unnamedName(memory), width,
            fmt::format("{} block{}", exactBytes(memory.count), memory.count == 1 ? "" : "s"),
            exactBytes(memory.requested), exactBytes(memory.rounded));
    text += fmt::format("{:<{}}  {:<48} {:>15} {:>15}\n\n", "allocated", width, "",
        exactBytes(table.requested), exactBytes(table.allocated));
    return text + sentenceOf(report);
}

std::string tensorCsv(const AnalyzedRecording& analyzed, const TensorReport& report)
{
    const Recording& recording = analyzed.recording;
    std::string text =
        "name,shape,dtype,category,kept_by,elements,bytes,requested,rounded,shares_with,blocks\n";
    for (const TensorRow& row : shownRows(report)) {
        const TensorLabel& label = row.label;
        const std::string shared = row.sharesWith == TensorRow::none
            ? std::string()
            : ownName(recording, report.table.rows[row.sharesWith].label);
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", csvField(recording.strings[label.name]),
            csvField(recording.strings[label.shape]), nameOf(label.dataType), nameOf(label.category),
            csvField(recording.strings[label.operation]), row.elements, label.bytes, row.requested,
            row.rounded, csvField(shared), row.sharesWith == TensorRow::none ? 1 : 0);
    }
    if (report.others > 0)
        text += fmt::format(
            "{} others,,,,,,,{},{},,\n", report.others, report.othersRequested, report.othersRounded);
    for (const UnnamedMemory& memory : report.table.unnamed)
        text += fmt::format(
            ",,,{},,,,{},{},,{}\n", nameOf(memory.category), memory.requested, memory.rounded, memory.count);
    return text;
}

Json tensorJson(const AnalyzedRecording& analyzed, const TensorReport& report)
{
    const TensorTable& table = report.table;
    Json json = {{"device", analyzed.recording.devices[report.device].ordinal}, {"moment", report.moment},
        {"event", report.position == 0 ? Json(nullptr) : Json(report.position - 1)},
        {"has_labels", report.attribution.hasLabels}, {"elements", table.elements},
        {"tensor_bytes", table.tensorBytes}, {"requested", table.requested}, {"allocated", table.allocated}};
    Json tensors = Json::array();
    for (const TensorRow& row : shownRows(report))
        tensors.push_back(tensorRowJson(analyzed.recording, table, row));
    json["tensors"] = std::move(tensors);
    if (report.others > 0)
        json["others"] = {{"tensors", report.others}, {"requested", report.othersRequested},
            {"rounded", report.othersRounded}};
    Json unnamed = Json::array();
    for (const UnnamedMemory& memory : table.unnamed)
        unnamed.push_back({{"category", nameOf(memory.category)}, {"blocks", memory.count},
            {"requested", memory.requested}, {"rounded", memory.rounded}});
    json["unnamed"] = std::move(unnamed);
    return json;
}

} // namespace tidemark
