// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/missing_kinds.h"

#include <algorithm>
#include <array>
#include <boost/unordered/unordered_flat_set.hpp>
#include <fmt/format.h>

namespace tidemark {

namespace {

using Addresses = boost::unordered_flat_set<std::uint64_t>;

using Counts = std::array<std::size_t, static_cast<std::size_t>(Action::Unknown) + 1>;

Counts countActions(const EventColumns& events)
{
    Counts counts{};
    for (std::size_t i = 0; i < events.size();) {
        const EventSpans run = events.run(i, events.size());
        for (const Action action : run.action)
            ++counts[static_cast<std::size_t>(action)];
        i += run.action.size();
    }
    return counts;
}

std::size_t pendingAtTheEnd(const Device& device)
{
    const auto isPending = [](const BlockInfo& block) {
        return block.state == BlockState::ActivePendingFree;
    };
    return static_cast<std::size_t>(
        std::count_if(device.after->blocks.begin(), device.after->blocks.end(), isPending));
}

// Whether a block is given again, or freed again, after a free_requested without a free_completed between.
bool isRequestTheWholeFree(const EventColumns& events)
{
    Addresses freed;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const std::uint64_t address = events.address()[i];
        if (events.action()[i] == Action::Alloc && freed.contains(address))
            return true;
        if (events.action()[i] == Action::FreeRequested && !freed.insert(address).second)
            return true;
    }
    return false;
}

bool isCompletionMissing(const Device& device, std::size_t requests)
{
    if (device.after && requests > pendingAtTheEnd(device))
        return true;
    return isRequestTheWholeFree(device.events);
}

// Whether memory that came is not there at the end.
bool hasLostSegments(const Device& device)
{
    Addresses segments;
    std::uint64_t mapped = 0;
    for (const SegmentInfo& segment : device.after->segments) {
        segments.insert(segment.address);
        mapped += segment.isExpandable ? segment.totalSize : 0;
    }
    for (std::size_t i = 0; i < device.events.size(); ++i) {
        const Action action = device.events.action()[i];
        if (action == Action::SegmentAlloc && !segments.contains(device.events.address()[i]))
            return true;
        if (action != Action::SegmentMap)
            continue;
        if (device.events.sizes()[i] > mapped)
            return true;
        mapped -= device.events.sizes()[i];
    }
    return false;
}

} // namespace

MissingKinds missingKindsOf(const Device& device)
{
    MissingKinds missing;
    const Counts counts = countActions(device.events);
    const auto of = [&counts](Action action) { return counts[static_cast<std::size_t>(action)]; };
    const std::size_t frees = of(Action::FreeRequested) + of(Action::FreeCompleted);
    missing.freeRequested = of(Action::FreeRequested) == 0 && of(Action::FreeCompleted) > 0;
    if (of(Action::FreeCompleted) == 0 && of(Action::FreeRequested) > 0)
        missing.freeCompleted = isCompletionMissing(device, of(Action::FreeRequested));
    const std::size_t came = of(Action::SegmentAlloc) + of(Action::SegmentMap);
    const std::size_t went = of(Action::SegmentFree) + of(Action::SegmentUnmap);
    const bool isUsed = frees + came + went > 0 || of(Action::Alloc) > 0;
    const bool holdsMemory = !device.events.empty() && device.after && !device.after->segments.empty();
    missing.everything = !isUsed && holdsMemory;
    missing.alloc = of(Action::Alloc) == 0 && isUsed;
    missing.segmentsCame = came == 0 && isUsed;
    missing.segmentsWent = went == 0 && came > 0 && device.after && hasLostSegments(device);
    return missing;
}

std::vector<std::string> sentencesOf(const MissingKinds& missing, const std::string& name)
{
    std::vector<std::string> sentences;
    const auto add = [&](bool isMissing, std::string_view what, std::string_view so) {
        if (isMissing)
            sentences.push_back(fmt::format("The events of {} hold no {}: {}", name, what, so));
    };
    add(missing.alloc, "alloc",
        "if skip_actions left them out, memory that is shown from the beginning on may have come later.");
    add(missing.freeRequested, "free_requested",
        "memory that waited for another stream is shown as allocated until its free was complete.");
    add(missing.freeCompleted, "free_completed",
        "memory that waited for another stream is shown as free as soon as its free was requested.");
    add(missing.segmentsCame, "segment_alloc or segment_map",
        "if skip_actions left them out, less was reserved before the end than is shown.");
    add(missing.segmentsWent, "segment_free or segment_unmap",
        "segments that went are shown up to the last event.");
    return sentences;
}

} // namespace tidemark
