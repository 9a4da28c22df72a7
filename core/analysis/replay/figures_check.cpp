// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/figures_check.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <tuple>

namespace tidemark {

namespace {

using Figure = std::pair<std::string_view, std::int64_t>;

std::array<Figure, 9> figuresOf(const Level& level)
{
    return {{{"requested_bytes.all.current", level.requestedBytes},
        {"allocated_bytes.all.current", level.allocatedBytes},
        {"active_bytes.all.current", level.activeBytes}, {"reserved_bytes.all.current", level.reservedBytes},
        {"inactive_split_bytes.all.current", level.inactiveSplitBytes},
        {"allocation.all.current", level.allocation}, {"active.all.current", level.active},
        {"segment.all.current", level.segment}, {"inactive_split.all.current", level.inactiveSplit}}};
}

std::optional<std::int64_t> valueOf(const StatsSample& sample, std::string_view name)
{
    for (const auto& [key, value] : sample.values) {
        if (key == name)
            return value;
    }
    return std::nullopt;
}

void compareSample(const StatsSample& sample, const Level& level, FiguresCheck& check)
{
    ++check.samples;
    for (const auto& [name, replayed] : figuresOf(level)) {
        const auto told = valueOf(sample, name);
        if (!told)
            continue;
        ++check.figures;
        if (*told != replayed)
            check.differences.push_back({sample.name, sample.event, std::string(name), *told, replayed});
    }
}

using BlockKey = std::tuple<std::uint64_t, std::uint64_t, BlockState, std::uint64_t>;

// Of free blocks the bytes asked for are those of a former tenant, or none.
std::vector<BlockKey> keysOf(const SegmentList& list)
{
    std::vector<BlockKey> keys;
    for (const BlockInfo& block : list.blocks) {
        const bool isFree = block.state == BlockState::Inactive;
        keys.emplace_back(block.address, block.size, block.state, isFree ? 0 : block.requestedSize);
    }
    std::sort(keys.begin(), keys.end());
    return keys;
}

// Where the events lead, without the allocator's own end, which a history shows behind the last event.
SegmentList ownEnd(const Device& device, const DeviceHistory& history)
{
    const std::size_t last = device.events.size() - 1;
    HeapState state = history.stateAt(device, last);
    state.apply(history.followed(device, last), last);
    return state.segments();
}

void compareEnd(const SegmentList& told, const SegmentList& replayed, FiguresCheck& check)
{
    const std::vector<BlockKey> ours = keysOf(replayed);
    const std::vector<BlockKey> theirs = keysOf(told);
    std::vector<BlockKey> different;
    std::set_symmetric_difference(
        ours.begin(), ours.end(), theirs.begin(), theirs.end(), std::back_inserter(different));
    check.hasFinalState = true;
    check.finalBlocks = theirs.size();
    check.differingBlocks = different.size();
}

} // namespace

FiguresCheck checkFigures(const Device& device, const DeviceHistory& history)
{
    FiguresCheck check;
    check.contradictions = history.contradictions();
    for (const StatsSample& sample : device.statistics)
        compareSample(sample, history.levelAt(device, sample.event), check);
    if (device.after && !device.events.empty())
        compareEnd(*device.after, ownEnd(device, history), check);
    return check;
}

} // namespace tidemark
