// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_page.h"

#include "core/analysis/devices/device_labels.h"
#include "core/analysis/explain/checkpoint_card.h"
#include "core/analysis/explain/needs.h"
#include "core/analysis/explain/reserved_card.h"
#include "core/analysis/holders/alive_allocations.h"
#include "core/analysis/holders/grouping.h"
#include "core/analysis/settings_words.h"
#include "core/base/bytes.h"
#include "core/base/time_distance.h"
#include "core/trace/memory_events.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr std::size_t mostOoms = 3;

std::string numberText(std::size_t number)
{
    return formatExact(static_cast<std::int64_t>(number));
}

void addFact(
    std::vector<std::pair<std::string, std::string>>& facts, std::string_view label, std::string value)
{
    if (!value.empty())
        facts.emplace_back(label, std::move(value));
}

std::string titleOf(const Device& device)
{
    std::string title = device.ordinal >= 0 ? fmt::format("Device {}", device.ordinal)
        : isPinnedHostMemory(device)        ? std::string("Pinned host memory")
                                            : std::string("Host memory");
    if (!device.name.empty() && device.ordinal >= 0)
        title += " · " + device.name;
    if (!device.source.empty())
        title += " · " + device.source;
    return title;
}

std::string historyText(const Device& device)
{
    switch (device.history) {
    case History::Whole:
        return "whole: the events begin with an empty allocator";
    case History::Partial:
        return "partial: events are missing, what was before is rebuilt from the rest";
    case History::None:
        break;
    }
    return "none: the file tells no events of it";
}

ReportCurves curvesOf(const Device& device, const DeviceHistory& history, int columns)
{
    ReportCurves curves;
    curves.events = history.eventCount();
    if (curves.events == 0)
        return curves;
    const auto& times = device.events.timeUs();
    curves.durationUs = times[0] == 0 ? 0 : timeDistance(times[0], times[curves.events - 1]);
    AxisWindow window;
    window.axis = TimeAxis::Events;
    window.end = static_cast<double>(curves.events);
    window.columns = columns;
    const std::vector<std::size_t> borders = columnBorders(device, curves.events, window);
    for (std::size_t i = 0; i < curveCount; ++i) {
        const auto curve = static_cast<Curve>(i);
        curves.columns[i] = curveColumns(history, curve, borders);
        curves.top = std::max(curves.top, history.peak(curve).bytes);
    }
    return curves;
}

std::vector<ReportPeak> peaksOf(const DeviceHistory& history)
{
    std::vector<ReportPeak> peaks;
    const auto add = [&](const char* name, const DeviceHistory::Peak& peak) {
        peaks.push_back({name, peak.bytes, peak.position});
    };
    add("requested", history.requestedPeak());
    add("allocated", history.peak(Curve::Allocated));
    add("active", history.peak(Curve::Active));
    add("reserved", history.peak(Curve::Reserved));
    return peaks;
}

std::string_view tableTitle(GroupBy by)
{
    switch (by) {
    case GroupBy::Category:
        return "By category";
    case GroupBy::Module:
        return "By module or owner";
    default:
        return "By operator";
    }
}

ReportTable tableOf(const Grouping& grouping, const Attribution& attribution,
    const std::vector<std::uint32_t>& alive, std::size_t mostRows)
{
    ReportTable table;
    table.title = tableTitle(grouping.by);
    std::vector<GroupHolding> holdings = holdingsOf(grouping, attribution, alive);
    // Each allocation once, in its own group: what its parents hold is not said again.
    std::stable_sort(holdings.begin(), holdings.end(),
        [](const GroupHolding& a, const GroupHolding& b) { return a.bytes > b.bytes; });
    for (const GroupHolding& holding : holdings) {
        if (holding.count == 0)
            continue;
        table.total += holding.bytes;
        if (table.rows.size() < mostRows) {
            table.rows.push_back({grouping.groups[holding.group].name, holding.bytes, holding.count});
        } else {
            table.rest.bytes += holding.bytes;
            table.rest.count += holding.count;
        }
    }
    return table;
}

class DeviceWriter {
public:
    DeviceWriter(const AnalyzedRecording& analyzed, std::size_t index, const ReportOptions& options)
        : m_recording(analyzed.recording)
        , m_index(index)
        , m_device(analyzed.recording.devices[index])
        , m_history(analyzed.histories[index])
        , m_options(options)
        , m_settings(settingsOf(m_recording, m_device))
    { }

    ReportDevice made();

private:
    void addFacts();
    void addPeak(const Attribution& attribution);
    void addEnd();
    void addOoms();
    void addSampled();

    const Recording& m_recording;
    std::size_t m_index;
    const Device& m_device;
    const DeviceHistory& m_history;
    const ReportOptions& m_options;
    AllocatorSettings m_settings;
    ReportDevice m_made;
};

void DeviceWriter::addFacts()
{
    auto& facts = m_made.facts;
    addFact(facts, "events", numberText(m_device.events.size()));
    addFact(facts, "history", historyText(m_device));
    if (m_device.capacity > 0)
        addFact(facts, "capacity", exactBytesText(m_device.capacity));
    addFact(facts, "its allocator settings", m_device.allocatorConf);
    if (m_device.lostEvents > 0)
        addFact(facts, "events lost", numberText(m_device.lostEvents));
    if (m_history.contradictions() > 0)
        addFact(facts, "events that contradict", numberText(m_history.contradictions()));
}

void DeviceWriter::addPeak(const Attribution& attribution)
{
    const DeviceHistory::Peak top = m_history.peak(Curve::Allocated);
    m_made.peak.bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(top.bytes, 0));
    const std::vector<std::uint32_t> alive = AliveAllocations(attribution).at(attribution, top.position);
    m_made.peak.count = alive.size();
    for (const GroupBy by : {GroupBy::Category, GroupBy::Module, GroupBy::Operator}) {
        const Grouping grouping = groupAllocations(m_recording, m_index, attribution, by);
        if (grouping.isTold() || by == GroupBy::Category)
            m_made.peakTables.push_back(tableOf(grouping, attribution, alive, m_options.mostRows));
    }
    if (const auto card = checkpointCard(m_recording, m_index, m_history, attribution))
        m_made.cards.push_back(*card);
}

void DeviceWriter::addEnd()
{
    const std::size_t end = m_history.eventCount();
    m_made.end = m_recording.complete ? "At the end" : "Where the recording is cut";
    if (end > 0)
        m_made.end += " · event " + numberText(end);
    const SegmentList segments = m_history.segmentsAt(m_device, end);
    const ExplainedMoment moment = {m_recording, m_index, m_history, end, segments, m_history};
    m_made.explanation = explain(moment, m_settings);
    m_made.fragmentation = fragmentationOf(segments, askingStream(m_device, end), m_settings);
    if (const auto card = reservedCard(moment, m_settings))
        m_made.cards.push_back(*card);
}

void DeviceWriter::addOoms()
{
    const std::vector<std::size_t> positions = outOfMemoryPositions(m_device.events);
    m_made.oomsLeftOut = positions.size() - std::min(positions.size(), mostOoms);
    for (std::size_t i = m_made.oomsLeftOut; i < positions.size(); ++i) {
        const auto report = outOfMemoryReport(m_recording, m_index, m_history, positions[i] - 1);
        if (!report)
            continue;
        m_made.ooms.push_back(outOfMemoryText(*report, m_device, m_settings, 5));
        m_made.oomEvents.push_back(positions[i] - 1);
    }
}

void DeviceWriter::addSampled()
{
    for (const SampledCurve& curve : m_device.curves) {
        std::int64_t most = 0;
        for (std::size_t i = 0; i < curve.bytes.size(); ++i)
            most = std::max(most, curve.bytes[i]);
        m_made.sampled.push_back({curve.name, most, 0});
    }
}

ReportDevice DeviceWriter::made()
{
    m_made.title = titleOf(m_device);
    addFacts();
    addSampled();
    if (m_device.events.empty() && !m_device.after)
        return m_made;
    m_made.curves = curvesOf(m_device, m_history, m_options.columns);
    if (movesMemory(m_device.events)) {
        m_made.peaks = peaksOf(m_history);
        Needs needs = needsOf(m_device, m_history);
        needs.isWhole = needs.isWhole && m_recording.complete;
        m_made.needs = needsSentences(needs);
        addPeak(attribute(m_recording, m_index, m_history));
    }
    addEnd();
    addOoms();
    return m_made;
}

} // namespace

std::string freeMemoryText(const FreeMemory& free)
{
    if (free.pieces == 0)
        return "Nothing is free inside reserved memory.";
    if (free.pieces == 1)
        return fmt::format("{} are free, in one piece.", exactBytesText(free.bytes));
    return fmt::format("{} are free in {}, the largest {}.", exactBytesText(free.bytes),
        countedText(free.pieces, "piece", "pieces"), exactBytesText(free.largest));
}

ReportPage reportPage(const AnalyzedRecording& analyzed, const ReportOptions& options)
{
    const Recording& recording = analyzed.recording;
    ReportPage page;
    page.title = options.title;
    page.tidemark = std::string("Tidemark ") + TIDEMARK_VERSION;
    addFact(page.facts, "format", recording.format);
    addFact(page.facts, "written by", recording.producer);
    addFact(page.facts, "workload", recording.workload);
    addFact(page.facts, "allocator settings", settingsWords(recording));
    for (const Setting& setting : recording.settings)
        addFact(page.facts, setting.name, setting.value);
    page.notes = recording.warnings;
    if (!recording.complete && page.notes.empty())
        page.notes.push_back("The recording ends early: its writer was stopped before it could finish.");
    for (std::size_t i = 0; i < recording.devices.size(); ++i)
        page.devices.push_back(DeviceWriter(analyzed, i, options).made());
    return page;
}

} // namespace tidemark
