// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/explain/explanation.h"

#include "core/base/time_distance.h"

#include <algorithm>

namespace tidemark {

namespace {

ExplanationSentence about(SentenceKind kind, Band band, std::uint64_t bytes, const SentenceWriter& writer)
{
    return {kind, band, bytes, writer.parts()};
}

std::string segmentsText(std::size_t count)
{
    return countedText(count, "segment", "segments");
}

bool holdsNoBlock(const SegmentList& list, const SegmentInfo& segment)
{
    const auto blocks = list.blocksOf(segment);
    return std::all_of(blocks.begin(), blocks.end(),
        [](const BlockInfo& block) { return block.state == BlockState::Inactive; });
}

// Where the bytes that empty_cache would return lie: " (31 segments)".
std::string placesOf(const SegmentList& list, const Composition& composition)
{
    std::uint64_t inSegments = 0;
    for (const SegmentInfo& segment : list.segments)
        inSegments += holdsNoBlock(list, segment) ? segment.totalSize : 0;
    if (inSegments == 0)
        return " (whole pages)";
    const std::string segments = segmentsText(composition.releasableSegments);
    return composition.wholeFree > inSegments ? fmt::format(" ({}, and whole pages of others)", segments)
                                              : fmt::format(" ({})", segments);
}

ExplanationSentence returned(const SegmentList& list, const Composition& composition)
{
    SentenceWriter line;
    if (composition.wholeFree == 0)
        line.band(Band::WholeFree, "Empty cache would return nothing")
            .say(": every segment holds live blocks.");
    else
        line.band(Band::WholeFree, "Empty cache would return ")
            .bytes(composition.wholeFree)
            .say("{}.", placesOf(list, composition));
    return about(SentenceKind::EmptyCache, Band::WholeFree, composition.wholeFree, line);
}

ExplanationSentence staying(std::uint64_t bytes, std::size_t pinned)
{
    SentenceWriter line;
    line.bytes(bytes).band(Band::FreeBesideLive, " stay").say(": ");
    if (pinned == 1)
        line.say("1 segment is held by its live blocks.");
    else
        line.say("{} are each held by their live blocks.", segmentsText(pinned));
    return about(SentenceKind::Stays, Band::FreeBesideLive, bytes, line);
}

const BlockInfo* largestLiveBlock(const SegmentList& list, const SegmentInfo& segment)
{
    const BlockInfo* largest = nullptr;
    for (const BlockInfo& block : list.blocksOf(segment)) {
        if (block.state != BlockState::Inactive && (largest == nullptr || block.size > largest->size))
            largest = &block;
    }
    return largest;
}

void addPinnedSentences(Explanation& explanation, const ExplainedMoment& moment,
    const AllocatorSettings& settings, std::size_t most)
{
    for (const PinnedSegment& pin : pinnedSegments(moment.segments, settings)) {
        const BlockInfo* block = largestLiveBlock(moment.segments, moment.segments.segments[pin.segment]);
        if (block == nullptr)
            continue;
        if (explanation.pinned.size() == most) {
            ++explanation.pinnedLeftOut;
            continue;
        }
        SentenceWriter line;
        line.bytes(pin.liveBytes)
            .address(block->address, fmt::format(" in {}", countedText(pin.liveBlocks, "block", "blocks")))
            .say(" · ")
            .bytes(pin.freeBytes)
            .say(" free");
        explanation.pinned.push_back(about(SentenceKind::Pinned, Band::FreeBesideLive, pin.freeBytes, line));
    }
}

void addParts(Explanation& explanation, bool isInsideFree)
{
    const Composition& composition = explanation.composition;
    const auto row = [](Band band, std::uint64_t bytes) {
        return BandRow{band, std::string(bandName(band)), bytes};
    };
    explanation.parts = {row(Band::Allocated, composition.allocated), row(Band::Waiting, composition.waiting),
        row(Band::FreeBesideLive, composition.freeBesideLive), row(Band::WholeFree, composition.wholeFree)};
    if (isInsideFree)
        explanation.parts[1].label = "being freed";
    const std::uint64_t live = composition.allocated + composition.waiting;
    const std::uint64_t requested = std::min(composition.requested, live);
    explanation.insideLive = {{Band::Requested, "asked for by live blocks", requested},
        {Band::Rounding, "rounding on top", live - requested}};
}

ExplanationSentence sumOf(const Explanation& explanation)
{
    SentenceWriter line;
    if (explanation.composition.reserved == 0)
        return about(SentenceKind::Sum, Band::Reserved, 0, line.say("Nothing is reserved."));
    line.bytes(explanation.composition.reserved).band(Band::Reserved, " reserved");
    for (std::size_t i = 0; i < explanation.parts.size(); ++i) {
        const BandRow& part = explanation.parts[i];
        line.say("{}", i == 0 ? " = " : " + ").bytes(part.bytes).band(part.band, ' ' + part.label);
    }
    return about(SentenceKind::Sum, Band::Reserved, explanation.composition.reserved, line.say("."));
}

} // namespace

bool isInsideFree(const Device& device, std::size_t position, const SegmentList& segments)
{
    std::size_t waiting = 0;
    std::uint64_t address = 0;
    for (const BlockInfo& block : segments.blocks) {
        if (block.state != BlockState::ActivePendingFree)
            continue;
        address = block.address;
        ++waiting;
    }
    return waiting == 1 && isBeingFreed(device, position, address);
}

std::vector<BandRow> splitRows(const Fragmentation& fragmentation, bool isInsideFree)
{
    const UnusedSplit& split = fragmentation.split;
    std::vector<BandRow> rows = {{Band::Requested, "asked for by live blocks", split.requested},
        {Band::Rounding, "rounding", split.rounding},
        {Band::Waiting, isInsideFree ? "being freed" : "waiting for a stream", split.waiting},
        {Band::FreeBesideLive, "pinned by live blocks", split.pinned},
        {Band::WholeFree, "whole free segments", split.wholeFree}};
    const bool hasOtherStreams = std::any_of(fragmentation.pools.begin(), fragmentation.pools.end(),
        [&](const PoolFragmentation& pool) { return pool.key.stream != fragmentation.asking; });
    if (hasOtherStreams)
        rows.push_back({Band::Nothing, "free, for other streams only", split.otherStreams});
    return rows;
}

std::vector<ExplanationSentence> emptyCacheSentences(
    const SegmentList& list, const AllocatorSettings& settings, bool isInsideFree)
{
    const Composition composition = compositionOf(list, settings);
    if (composition.reserved == 0)
        return {};
    std::vector<ExplanationSentence> sentences = {returned(list, composition)};
    if (composition.freeBesideLive > 0)
        sentences.push_back(staying(composition.freeBesideLive, pinnedSegments(list, settings).size()));
    if (composition.waiting > 0 && !isInsideFree)
        sentences.push_back(about(SentenceKind::Waits, Band::Waiting, composition.waiting,
            SentenceWriter()
                .say("It ")
                .band(Band::Waiting, "waits for the other streams")
                .say(" first; what the ")
                .bytes(composition.waiting)
                .say(" hold may then come back too.")));
    if (const std::uint64_t bytes = composition.wholeFreeInPrivatePools; bytes > 0)
        sentences.push_back(about(SentenceKind::PrivatePools, Band::WholeFree, bytes,
            SentenceWriter()
                .say("Of the free segments, ")
                .bytes(bytes)
                .say(" lie in private pools; they come back only when their graph or pool is gone.")));
    return sentences;
}

Explanation explain(const ExplainedMoment& moment, const AllocatorSettings& settings, std::size_t most)
{
    Explanation explanation;
    explanation.composition = compositionOf(moment.segments, settings);
    const bool insideFree = isInsideFree(moment.device(), moment.position, moment.segments);
    addParts(explanation, insideFree);
    explanation.sum = sumOf(explanation);
    explanation.origin = originSentences(moment);
    explanation.emptyCache = emptyCacheSentences(moment.segments, settings, insideFree);
    addPinnedSentences(explanation, moment, settings, most);
    const auto figures =
        moment.isWhole ? driverFiguresAt(moment.device(), moment.history, moment.position) : std::nullopt;
    if (figures) {
        explanation.driver = driverSentences(moment.device(), *figures, explanation.composition.wholeFree);
        if (figures->position < moment.position && !moment.device().events.empty()) {
            const std::size_t event = std::min(moment.position, moment.device().events.size()) - 1;
            explanation.driverAgeUs = timeDistance(figures->timeUs, moment.device().events.timeUs()[event]);
        }
    }
    return explanation;
}

} // namespace tidemark
