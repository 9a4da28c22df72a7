// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/history_check.h"

#include <boost/unordered/unordered_flat_set.hpp>

namespace tidemark {

namespace {

using Addresses = boost::unordered_flat_set<std::uint64_t>;

// What is there after the events, if nothing was there before them.
struct Made {
    Addresses blocks; // allocated, or freed and waiting for another stream
    Addresses segments;
    std::uint64_t mapped = 0; // bytes in expandable segments; wraps when more is unmapped than was mapped
    std::uint64_t strangers = 0;
    std::size_t marks = 0; // events that move no memory
};

Made follow(const EventColumns& events)
{
    Made made;
    const auto expect = [&made](bool holds) { made.strangers += holds ? 0 : 1; };
    for (std::size_t i = 0; i < events.size(); ++i) {
        const std::uint64_t address = events.address()[i];
        switch (events.action()[i]) {
        case Action::Alloc:
            expect(made.blocks.insert(address).second);
            break;
        case Action::FreeRequested:
            expect(made.blocks.contains(address));
            break;
        case Action::FreeCompleted:
            expect(made.blocks.erase(address) == 1);
            break;
        case Action::SegmentAlloc:
            expect(made.segments.insert(address).second);
            break;
        case Action::SegmentFree:
            expect(made.segments.erase(address) == 1);
            break;
        case Action::SegmentMap:
            made.mapped += events.sizes()[i];
            break;
        case Action::SegmentUnmap:
            made.mapped -= events.sizes()[i];
            break;
        default:
            ++made.marks;
            break;
        }
    }
    return made;
}

bool equals(const Made& made, const SegmentList& after)
{
    std::size_t segments = 0;
    std::uint64_t mapped = 0;
    for (const SegmentInfo& segment : after.segments) {
        if (segment.isExpandable)
            mapped += segment.totalSize;
        else if (++segments; !made.segments.contains(segment.address))
            return false;
    }
    std::size_t blocks = 0;
    for (const BlockInfo& block : after.blocks) {
        if (block.state == BlockState::Inactive)
            continue;
        ++blocks;
        if (!made.blocks.contains(block.address))
            return false;
    }
    return segments == made.segments.size() && mapped == made.mapped && blocks == made.blocks.size();
}

} // namespace

HistoryFinding checkHistory(const Device& device, bool overflowed)
{
    HistoryFinding finding;
    if (device.events.empty())
        return finding;
    const Made made = follow(device.events);
    finding.tellsOfMemory = made.marks < device.events.size();
    finding.strangers = made.strangers;
    finding.endDiffers = device.after && !equals(made, *device.after);
    const bool isWhole = !overflowed && finding.strangers == 0 && !finding.endDiffers;
    finding.history = isWhole ? History::Whole : History::Partial;
    return finding;
}

} // namespace tidemark
