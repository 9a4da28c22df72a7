// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyzed_recording.h"

#include "core/analysis/devices/missing_ranks.h"
#include "core/analysis/replay/initial_state.h"

#include "core/base/bytes.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

std::string nameOf(const Device& device)
{
    const std::string name = device.name.empty() ? fmt::format("device {}", device.ordinal) : device.name;
    return device.source.empty() ? name : fmt::format("{} of {}", name, device.source);
}

std::string countOf(std::uint64_t count, std::string_view one)
{
    return fmt::format("{} {}{}", formatExact(static_cast<std::int64_t>(count)), one, count == 1 ? "" : "s");
}

std::string beginningOf(const Device& device, const SegmentList& list)
{
    const auto used = std::count_if(list.blocks.begin(), list.blocks.end(),
        [](const BlockInfo& block) { return block.state != BlockState::Inactive; });
    std::uint64_t reserved = 0;
    for (const SegmentInfo& segment : list.segments)
        reserved += segment.totalSize;
    return fmt::format("The history of {} begins in the middle: {} in {} bytes of reserved memory were there "
                       "before its first event, rebuilt from its end.",
        nameOf(device), countOf(static_cast<std::uint64_t>(used), "block"),
        formatExact(static_cast<std::int64_t>(reserved)));
}

std::string leastSizesOf(const Device& device, std::uint64_t blocks)
{
    return fmt::format(
        "{} that were there before the first event of {} may be larger than shown, by up to 1 MiB "
        "each: nothing in the file tells.",
        countOf(blocks, "block"), nameOf(device));
}

std::string misfitsOf(const Device& device, std::uint64_t events)
{
    return fmt::format(
        "{} of {} do not fit the segments at its end: entries are missing, or the segments are "
        "newer. What is shown from before the first event is the best that can be made of it.",
        countOf(events, "event"), nameOf(device));
}

std::string contradictionsOf(const Device& device, std::uint64_t events)
{
    return fmt::format(
        "{} of {} contradict what happened before: they were followed as far as they could be, and "
        "figures behind them may be off.",
        countOf(events, "event"), nameOf(device));
}

std::string otherEndOf(const Device& device)
{
    return fmt::format(
        "The events of {} lead to another end than the allocator reported: entries are missing, or its "
        "segments are newer than its events. The end that is shown is the reported one.",
        nameOf(device));
}

// Fills in `before` and what follows from it, when a trace begins with memory in use.
void findBeginning(Device& device, const AllocatorSettings& settings, const std::stop_token& stop,
    HistoryDoubts& doubts, std::vector<std::string>& warnings)
{
    const bool isKnown = device.before || device.history == History::Whole;
    if (isKnown || device.events.empty() || !device.after)
        return;
    InitialState initial = rebuildInitialState(device, settings, stop);
    if (!initial.isComplete)
        return;
    if (initial.segments.segments.empty() && initial.contradictions == 0) {
        device.history = History::Whole;
        return;
    }
    device.history = History::Partial;
    if (!initial.segments.segments.empty())
        warnings.push_back(beginningOf(device, initial.segments));
    doubts.leastSizeBlocks = initial.leastSizeBlocks;
    doubts.misfits = initial.contradictions;
    if (initial.leastSizeBlocks > 0)
        warnings.push_back(leastSizesOf(device, initial.leastSizeBlocks));
    if (initial.contradictions > 0)
        warnings.push_back(misfitsOf(device, initial.contradictions));
    device.before = std::move(initial.segments);
}

void follow(DeviceHistory& history, const Device& device, const std::stop_token& stop, Progress* progress)
{
    constexpr std::size_t eventsBetweenLooks = 65536;
    for (bool isDone = false; !isDone && !stop.stop_requested();) {
        const std::size_t before = history.eventCount();
        isDone = history.advance(device, eventsBetweenLooks);
        if (progress != nullptr)
            progress->done += history.eventCount() - before;
    }
}

// Whether every segment was surely there: a block in use needs one. A run of an expandable segment may have
// been shorter.
bool areAllUsed(const SegmentList& list)
{
    return std::all_of(list.segments.begin(), list.segments.end(), [&list](const SegmentInfo& segment) {
        const auto blocks = list.blocksOf(segment);
        return !segment.isExpandable && std::any_of(blocks.begin(), blocks.end(), [](const BlockInfo& block) {
            return block.state != BlockState::Inactive;
        });
    });
}

// What contradicts itself does not begin with an empty allocator, whatever it looks like.
void addDoubts(
    Device& device, const DeviceHistory& history, HistoryDoubts& doubts, std::vector<std::string>& warnings)
{
    doubts.contradictions = history.contradictions();
    doubts.missing = history.missing();
    doubts.endDiffers = history.endDiffers();
    if (device.before && areAllUsed(*device.before))
        doubts.missing.segmentsCame = false; // none can have come later
    if (history.contradictions() > 0)
        warnings.push_back(contradictionsOf(device, history.contradictions()));
    if (history.endDiffers())
        warnings.push_back(otherEndOf(device));
    if ((history.contradictions() > 0 || history.endDiffers()) && device.history == History::Whole)
        device.history = History::Partial;
    for (std::string& sentence : sentencesOf(doubts.missing, nameOf(device)))
        warnings.push_back(std::move(sentence));
}

} // namespace

AnalyzedRecording analyze(Recording recording, const std::stop_token& stop, Progress* progress)
{
    std::uint64_t events = 0;
    for (const Device& device : recording.devices)
        events += device.events.size();
    if (progress != nullptr)
        progress->total = events;
    AnalyzedRecording result;
    result.histories.reserve(recording.devices.size());
    for (Device& device : recording.devices) {
        const AllocatorSettings settings = settingsOf(recording, device);
        HistoryDoubts& doubts = result.doubts.emplace_back();
        findBeginning(device, settings, stop, doubts, recording.warnings);
        DeviceHistory& history = result.histories.emplace_back(settings);
        follow(history, device, stop, progress);
        addDoubts(device, history, doubts, recording.warnings);
    }
    if (std::string sentence = missingRanksSentence(recording); !sentence.empty())
        recording.warnings.push_back(std::move(sentence));
    result.recording = std::move(recording);
    return result;
}

} // namespace tidemark
