// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/free_search.h"

#include <algorithm>
#include <set>

namespace tidemark {

namespace {

// With what a block of an expandable segment could grow by: the unmapped memory behind it, which no file
// tells exactly where it is the last, but which is more than any device has then.
constexpr std::uint64_t endlessReach = std::uint64_t(1) << 50;

struct Candidate {
    FreePlace block;
    std::uint64_t reach = 0; // its size, and what could be mapped behind it
};

std::uint64_t reachBehind(const SegmentList& list, std::size_t segment)
{
    const SegmentInfo& own = list.segments[segment];
    const std::uint64_t end = own.address + own.totalSize;
    if (segment + 1 == list.segments.size())
        return endlessReach;
    const SegmentInfo& next = list.segments[segment + 1];
    const bool isSameReservation = next.isExpandable && keyOf(next) == keyOf(own);
    return isSameReservation ? std::min(next.address - end, endlessReach) : endlessReach;
}

// The free blocks of one pool and stream: those that are large enough in the order in which PyTorch's set
// holds them, and the largest of all.
struct Candidates {
    std::vector<Candidate> fitting;
    std::optional<FreePlace> largest;
};

Candidates candidatesOf(const SegmentList& list, const FreeRequest& request)
{
    Candidates result;
    for (std::size_t i = 0; i < list.segments.size(); ++i) {
        const SegmentInfo& segment = list.segments[i];
        if (keyOf(segment) != request.key)
            continue;
        for (const BlockInfo& block : list.blocksOf(segment)) {
            if (block.state != BlockState::Inactive)
                continue;
            const FreePlace place{
                block.address, block.size, static_cast<std::uint32_t>(i), request.key, segment.isExpandable};
            if (!result.largest || block.size > result.largest->size)
                result.largest = place;
            if (block.size < request.rounded)
                continue;
            const bool endsRun = block.address + block.size == segment.address + segment.totalSize;
            const std::uint64_t more = segment.isExpandable && endsRun ? reachBehind(list, i) : 0;
            result.fitting.push_back({place, block.size + more});
        }
    }
    std::sort(result.fitting.begin(), result.fitting.end(), [](const Candidate& a, const Candidate& b) {
        return std::pair(a.block.size, a.block.address) < std::pair(b.block.size, b.block.address);
    });
    return result;
}

// The candidate that the rules of expandable segments lead to; the end of the list when they lead to none.
std::size_t chosen(const std::vector<Candidate>& fitting, bool isExpandable)
{
    std::size_t at = 0;
    if (fitting.empty() || !fitting[0].block.isExpandable)
        return at;
    if (!isExpandable) {
        while (at < fitting.size() && fitting[at].block.isExpandable)
            ++at;
        return at;
    }
    // Rather a block with a larger hole behind it stays: what can grow is kept for larger requests.
    while (fitting[at].block.isExpandable && at + 1 < fitting.size()
        && fitting[at + 1].reach < fitting[at].reach)
        ++at;
    return at;
}

std::optional<WhyNot> oversizeRule(
    const FreePlace& block, std::uint64_t rounded, const AllocatorSettings& settings)
{
    const bool isOversizeRequest = rounded >= settings.maxSplitSize;
    if (!isOversizeRequest && block.size >= settings.maxSplitSize)
        return WhyNot::OversizeBlock;
    if (isOversizeRequest && block.size - rounded >= settings.maxNonSplitRounding)
        return WhyNot::OversizeRest;
    return std::nullopt;
}

} // namespace

FreeSearch searchFree(const SegmentList& list, const FreeRequest& request, const AllocatorSettings& settings)
{
    FreeSearch result;
    const Candidates candidates = candidatesOf(list, request);
    if (candidates.fitting.empty()) {
        if (const auto& largest = candidates.largest)
            result.refused = NearMiss{*largest, WhyNot::TooSmall, request.rounded - largest->size};
        return result;
    }
    const std::size_t at = chosen(candidates.fitting, request.isExpandable);
    if (at == candidates.fitting.size()) {
        result.refused = NearMiss{candidates.fitting[0].block, WhyNot::Expandable};
        return result;
    }
    const FreePlace& block = candidates.fitting[at].block;
    if (const auto rule = oversizeRule(block, request.rounded, settings))
        result.refused = NearMiss{block, *rule};
    else
        result.found = block;
    return result;
}

std::vector<NearMiss> searchElsewhere(
    const SegmentList& list, const FreeRequest& request, const AllocatorSettings& settings)
{
    std::set<FreeKey> keys;
    for (const SegmentInfo& segment : list.segments)
        keys.insert(keyOf(segment));
    std::vector<NearMiss> result;
    const auto addBest = [&](WhyNot why, const auto& isElsewhere) {
        std::optional<FreePlace> best;
        for (const FreeKey& key : keys) {
            if (!isElsewhere(key))
                continue;
            const FreeSearch search =
                searchFree(list, {request.rounded, key, request.isExpandable}, settings);
            if (search.found && (!best || search.found->size < best->size))
                best = search.found;
        }
        if (best)
            result.push_back({*best, why});
    };
    const FreeKey own = request.key;
    addBest(WhyNot::OtherStream, [&](const FreeKey& key) {
        return key.pool == own.pool && key.isLarge == own.isLarge && key.stream != own.stream;
    });
    addBest(WhyNot::OtherPool,
        [&](const FreeKey& key) { return key.pool != own.pool && key.isLarge == own.isLarge; });
    addBest(WhyNot::OtherKind, [&](const FreeKey& key) {
        return key.pool == own.pool && key.isLarge != own.isLarge && key.stream == own.stream;
    });
    return result;
}

} // namespace tidemark
