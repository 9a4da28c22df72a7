// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/diff_report.h"

#include "core/base/bytes.h"
#include "core/base/one_line.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

std::string signedExact(std::int64_t value)
{
    return (value > 0 ? "+" : "") + formatExact(value);
}

std::string figureLine(std::string_view name, std::int64_t a, std::int64_t b)
{
    return fmt::format(
        "  {:<22} {:>18} {:>18} {:>18}\n", name, formatExact(a), formatExact(b), signedExact(b - a));
}

std::string sideLine(std::string_view letter, const DiffReport::Side& side)
{
    const ComparedMoment& at = side.at;
    const std::size_t events = at.history->eventCount();
    return fmt::format("{}  {}, device {}, at {}: {} of {} events have happened\n", letter,
        oneLine(side.file), at.recording->devices[at.device].ordinal, oneLine(side.moment),
        formatCount(std::min(at.position, events)), formatCount(events));
}

// Of the whole recordings; not for two moments of one.
std::string peaksText(const DiffReport& report)
{
    const DeviceHistory& a = *report.a.at.history;
    const DeviceHistory& b = *report.b.at.history;
    std::string text = "\nPeaks of the whole recordings, bytes\n";
    text += figureLine("allocated", a.peak(Curve::Allocated).bytes, b.peak(Curve::Allocated).bytes);
    text += figureLine("active", a.peak(Curve::Active).bytes, b.peak(Curve::Active).bytes);
    text += figureLine("reserved", a.peak(Curve::Reserved).bytes, b.peak(Curve::Reserved).bytes);
    return text + figureLine("requested", a.requestedPeak().bytes, b.requestedPeak().bytes);
}

std::string phasesText(const std::vector<PhasePeakPair>& pairs)
{
    const std::vector<PhasePeakPair> most = mostOfAllSteps(pairs);
    if (most.empty())
        return {};
    std::string text = "\nHighest allocated memory by phase, the most of all steps, bytes\n";
    for (const PhasePeakPair& pair : most) {
        if (pair.a && pair.b)
            text += figureLine(oneLine(pair.phase), pair.a->allocated, pair.b->allocated);
        else
            text += fmt::format("  {:<22} {:>18} {:>18}\n", oneLine(pair.phase),
                pair.a ? formatExact(pair.a->allocated) : "-", pair.b ? formatExact(pair.b->allocated) : "-");
    }
    return text;
}

std::string levelsText(const MomentComparison& comparison)
{
    const Level& a = comparison.a;
    const Level& b = comparison.b;
    std::string text = "\nAt the two moments, bytes\n";
    text += figureLine("requested", a.requestedBytes, b.requestedBytes);
    text += figureLine("allocated", a.allocatedBytes, b.allocatedBytes);
    text += figureLine("active", a.activeBytes, b.activeBytes);
    text += figureLine("reserved", a.reservedBytes, b.reservedBytes);
    return text + figureLine("free beside live blocks", a.inactiveSplitBytes, b.inactiveSplitBytes);
}

std::string shareLine(std::string_view name, const MomentComparison::Share& share)
{
    return fmt::format("  {:<10} {:>8} {:>18} {:>9} {:>18} {:>9}\n", name, formatCount(share.groups),
        formatCount(share.a.bytes), formatCount(share.a.count), formatCount(share.b.bytes),
        formatCount(share.b.count));
}

std::string groupsText(const DiffReport& report)
{
    const MomentComparison& comparison = report.comparison;
    std::string text = fmt::format("\nAlive at the two moments, by {}\n", compareByName(comparison.by));
    if (comparison.groups.empty())
        return text + "  nothing was alive at either\n";
    text += fmt::format(
        "  {:<10} {:>8} {:>18} {:>9} {:>18} {:>9}\n", "", "groups", "A bytes", "blocks", "B bytes", "blocks");
    text += shareLine("only in A", comparison.onlyA) + shareLine("in both", comparison.both)
        + shareLine("only in B", comparison.onlyB);
    text += fmt::format("\n  {:>18} {:>9} {:>18} {:>9} {:>18}  {}\n", "A bytes", "blocks", "B bytes",
        "blocks", "difference", compareByName(comparison.by));
    const std::size_t shown =
        report.most == 0 ? comparison.groups.size() : std::min(report.most, comparison.groups.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const ComparedGroup& group = comparison.groups[i];
        const auto cell = [](const GroupAmount& amount, std::uint64_t value) {
            return amount.count == 0 ? std::string("-") : formatCount(value);
        };
        text += fmt::format("  {:>18} {:>9} {:>18} {:>9} {:>18}  {}\n", cell(group.a, group.a.bytes),
            cell(group.a, group.a.count), cell(group.b, group.b.bytes), cell(group.b, group.b.count),
            signedExact(group.difference()), oneLine(group.name));
    }
    if (const std::size_t rest = comparison.groups.size() - shown; rest > 0)
        text +=
            fmt::format("  and {} more with smaller differences: --most 0 lists all\n", formatCount(rest));
    return text;
}

Json sideJson(const DiffReport::Side& side, const Level& level)
{
    const DeviceHistory& history = *side.at.history;
    return {{"file", side.file}, {"device", side.at.recording->devices[side.at.device].ordinal},
        {"moment", side.moment}, {"event", eventBefore(side.at.position)}, {"level", levelJson(level)},
        {"peaks",
            {{"allocated", history.peak(Curve::Allocated).bytes},
                {"active", history.peak(Curve::Active).bytes},
                {"reserved", history.peak(Curve::Reserved).bytes},
                {"requested", history.requestedPeak().bytes}}}};
}

Json shareJson(const MomentComparison::Share& share)
{
    return {{"groups", share.groups}, {"a_bytes", share.a.bytes}, {"a_count", share.a.count},
        {"b_bytes", share.b.bytes}, {"b_count", share.b.count}};
}

Json phaseJson(const PhasePeakPair& pair)
{
    const auto side = [](const std::optional<PhasePeak>& peak) {
        return peak
            ? Json{{"step", peak->step ? Json(*peak->step) : Json(nullptr)}, {"allocated", peak->allocated},
                {"reserved", peak->reserved}, {"event", eventBefore(peak->position)}}
            : Json(nullptr);
    };
    return {{"phase", pair.phase}, {"step", pair.step ? Json(*pair.step) : Json(nullptr)},
        {"a", side(pair.a)}, {"b", side(pair.b)}};
}

// Nothing that is compared differs: a sentence, else empty.
std::string samenessText(const DiffReport& report)
{
    const MomentComparison& comparison = report.comparison;
    const bool sameGroups =
        std::all_of(comparison.groups.begin(), comparison.groups.end(), [](const ComparedGroup& group) {
            return group.a.bytes == group.b.bytes && group.a.count == group.b.count;
        });
    const bool samePhases =
        std::all_of(report.phases.begin(), report.phases.end(), [](const PhasePeakPair& pair) {
            return pair.a && pair.b && pair.a->allocated == pair.b->allocated
                && pair.a->reserved == pair.b->reserved;
        });
    const DeviceHistory& a = *report.a.at.history;
    const DeviceHistory& b = *report.b.at.history;
    bool samePeaks = a.requestedPeak().bytes == b.requestedPeak().bytes;
    for (const Curve curve : {Curve::Allocated, Curve::Active, Curve::Reserved})
        samePeaks = samePeaks && a.peak(curve).bytes == b.peak(curve).bytes;
    if (!sameGroups || !samePhases || !samePeaks || !(comparison.a == comparison.b))
        return {};
    return "\nNothing differs: not a byte, not a block.\n";
}

} // namespace

std::string diffText(const DiffReport& report)
{
    std::string text = sideLine("A", report.a) + sideLine("B", report.b);
    text += fmt::format("\n  {:<22} {:>18} {:>18} {:>18}\n", "", "A", "B", "B - A");
    text.pop_back();
    if (report.a.at.history != report.b.at.history)
        text += peaksText(report) + phasesText(report.phases);
    return text + levelsText(report.comparison) + groupsText(report) + samenessText(report);
}

Json diffJson(const DiffReport& report)
{
    const MomentComparison& comparison = report.comparison;
    Json json = {{"a", sideJson(report.a, comparison.a)}, {"b", sideJson(report.b, comparison.b)},
        {"by", compareByName(comparison.by)}, {"only_a", shareJson(comparison.onlyA)},
        {"both", shareJson(comparison.both)}, {"only_b", shareJson(comparison.onlyB)},
        {"differs", samenessText(report).empty()}, {"groups", Json::array()}, {"phases", Json::array()}};
    for (const ComparedGroup& group : comparison.groups) {
        json["groups"].push_back(
            {{"name", group.name}, {"a_bytes", group.a.bytes}, {"a_count", group.a.count},
                {"b_bytes", group.b.bytes}, {"b_count", group.b.count}, {"difference", group.difference()}});
        if (comparison.by == CompareBy::Stack)
            json["groups"].back()["stack"] = group.key;
    }
    for (const PhasePeakPair& pair : report.phases)
        json["phases"].push_back(phaseJson(pair));
    return json;
}

} // namespace tidemark
