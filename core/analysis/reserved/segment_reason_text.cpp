// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/segment_reason_text.h"

#include "core/base/bytes.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

// Writes the sentences about one reason.
class ReasonWriter {
public:
    ReasonWriter(
        const SegmentReason& reason, const Device& device, const AllocatorSettings& settings, ByteUnits units)
        : m_reason(reason)
        , m_device(device)
        , m_settings(settings)
        , m_units(units)
    { }

    ReasonText text();

private:
    void add(const SentenceWriter& sentence) { m_text.more.push_back(sentence.parts()); }
    void advise(const SentenceWriter& sentence) { m_text.avoided.push_back(sentence.parts()); }
    std::string exact(std::uint64_t bytes) const { return exactBytesText(bytes, m_units); }
    std::string stream(StreamSlot slot) const;
    std::string pool(const FreeKey& key) const;
    void sayNeeded(SentenceWriter& sentence) const;
    SentenceWriter asked() const;
    SentenceWriter answer() const;
    SentenceWriter refusal(const NearMiss& miss) const;
    void addTotals();
    void addPins();
    void addWaiting();
    void addElsewhere();
    void addReleases();
    void addOom();
    void adviseOwn();
    void adviseElsewhere();

    const SegmentReason& m_reason;
    const Device& m_device;
    const AllocatorSettings& m_settings;
    ByteUnits m_units;
    ReasonText m_text;
};

std::string ReasonWriter::stream(StreamSlot slot) const
{
    return slot == 0 || slot >= m_device.streams.size()
        ? fmt::format("stream {}", slot)
        : fmt::format("stream {} ({})", slot, formatAddress(m_device.streams[slot]));
}

std::string ReasonWriter::pool(const FreeKey& key) const
{
    const char* kind = key.isLarge ? "large" : "small";
    const PoolId id = key.pool < m_device.pools.size() ? m_device.pools[key.pool] : PoolId{};
    return id == PoolId{} ? fmt::format("the {} pool", kind)
                          : fmt::format("the {} part of private pool ({}, {})", kind, id.first, id.second);
}

void ReasonWriter::sayNeeded(SentenceWriter& sentence) const
{
    const DeviceCall& call = m_reason.call;
    if (call.kind == Action::SegmentAlloc)
        sentence.say("a segment of {} was got for it at ", exact(call.bytes)).event(call.begin);
    else if (call.kind == Action::SegmentMap)
        sentence.say("{} were mapped for it at ", exact(call.bytes)).event(call.begin);
    else if (m_reason.request.isExpandable)
        sentence.say("more memory could not be mapped for it");
    else
        sentence.say("a segment of {} could not be had for it", exact(m_reason.segmentSize));
}

SentenceWriter ReasonWriter::asked() const
{
    SentenceWriter sentence;
    const DeviceCall& call = m_reason.call;
    if (!m_reason.isKnown) {
        sentence.event(call.begin);
        return call.kind == Action::Oom
            ? sentence.say(" tells no size that could be explained.")
            : sentence.say(
                " got {} from the device; the alloc behind it is not in the recording, so what was "
                "asked for is not known.",
                exact(call.bytes));
    }
    if (call.alloc) {
        sentence.say("The alloc at ").event(*call.alloc).say(" asked for {}", exact(m_reason.requested));
        if (m_reason.rounded != m_reason.requested)
            sentence.say(", rounded to {}", formatCount(m_reason.rounded));
    } else {
        sentence.say("{} were asked for, rounding included", exact(m_reason.rounded));
    }
    sentence.say(", from {} on {}; ", pool(m_reason.request.key), stream(m_reason.request.key.stream));
    sayNeeded(sentence);
    return sentence.say(".");
}

SentenceWriter ReasonWriter::refusal(const NearMiss& miss) const
{
    const std::string size = exact(miss.block.size);
    SentenceWriter sentence;
    switch (miss.why) {
    case WhyNot::TooSmall:
        return sentence.say("No free block there was large enough: the largest, {} at ", size)
            .address(miss.block.address)
            .say(", is too small by {}.", exact(miss.lacking));
    case WhyNot::OversizeBlock:
        return sentence.say("The free block of {} at ", size)
            .address(miss.block.address)
            .say(
                " was not taken: max_split_size_mb keeps blocks of {} and more for requests of at least that "
                "size.",
                exact(m_settings.maxSplitSize));
    case WhyNot::OversizeRest:
        return sentence.say("The free block of {} at ", size)
            .address(miss.block.address)
            .say(" was not taken: it is not split (max_split_size_mb), and {} of it would have been left "
                 "over, "
                 "where max_non_split_rounding_mb allows less than {}.",
                exact(miss.block.size - m_reason.rounded), exact(m_settings.maxNonSplitRounding));
    case WhyNot::Expandable:
        return sentence.say("The free block of {} at ", size)
            .address(miss.block.address)
            .say(" lies in an expandable segment, which a request without expandable_segments does not use.");
    case WhyNot::OtherStream:
        return sentence.say("On {} a free block of {} at ", stream(miss.block.key.stream), size)
            .address(miss.block.address)
            .say(" was large enough, but a request is served from its own stream's memory only.");
    case WhyNot::OtherPool:
        return sentence.say("In {} a free block of {} at ", pool(miss.block.key), size)
            .address(miss.block.address)
            .say(" was large enough, but a request is served from its own pool only.");
    case WhyNot::OtherKind:
        break;
    }
    return sentence.say("In {} a free block of {} at ", pool(miss.block.key), size)
        .address(miss.block.address)
        .say(" was large enough, but requests {} 1 MiB use the {} pool only.",
            m_reason.request.key.isLarge ? "above" : "up to",
            m_reason.request.key.isLarge ? "large" : "small");
}

SentenceWriter ReasonWriter::answer() const
{
    SentenceWriter sentence;
    if (m_reason.unexplained)
        return sentence.say("By PyTorch's rules the free block of {} at ", exact(m_reason.unexplained->size))
            .address(m_reason.unexplained->address)
            .say(" would have served: it may belong to a private pool that the file does not name, or the "
                 "settings were others then.");
    if (m_reason.refused) {
        sentence = refusal(*m_reason.refused);
        if (m_reason.isFragmented())
            sentence.say(" The {} free there would have been enough in one piece: fragmentation.",
                exact(m_reason.free.bytes));
        return sentence;
    }
    return sentence.say(
        "Nothing was free in {} on {}.", pool(m_reason.request.key), stream(m_reason.request.key.stream));
}

void ReasonWriter::addTotals()
{
    const FreeMemory& own = m_reason.free;
    if (own.pieces > 0)
        add(SentenceWriter().say(
            "Free there: {} in {}.", exact(own.bytes), countedText(own.pieces, "block", "blocks")));
    if (m_reason.freeInAll.bytes > own.bytes)
        add(SentenceWriter().say("Free in all pools and streams: {} in {}, the largest {}.",
            exact(m_reason.freeInAll.bytes), countedText(m_reason.freeInAll.pieces, "block", "blocks"),
            exact(m_reason.freeInAll.largest)));
}

void ReasonWriter::addPins()
{
    if (!m_reason.pinned)
        return;
    const PinnedPlace& place = *m_reason.pinned;
    SentenceWriter sentence;
    sentence.say("Nearest to a fit: {} from ", exact(place.end - place.begin))
        .address(place.begin)
        .say(" on, held by {} in {}", exact(place.liveBytes), countedText(place.pinCount, "block", "blocks"));
    const BlockInfo& pin = place.pins.front();
    if (place.pinCount > 1) {
        add(sentence.say("."));
        return;
    }
    sentence.say(" at ").address(pin.address);
    if (pin.allocEvent != BlockInfo::noEvent)
        sentence.say(", allocated at ").event(pin.allocEvent);
    add(sentence.say("."));
}

void ReasonWriter::addWaiting()
{
    if (m_reason.isAfterWait)
        add(SentenceWriter().say(
            "A block came back only when the allocator, in need, waited for the streams; it "
            "does not look through free blocks again then."));
    if (m_reason.waiting > 0)
        add(SentenceWriter().say(
            "Freed by the program and not back yet, since another stream may use it: {}{}.",
            exact(m_reason.waiting), m_reason.waitingPiece > 0 ? "" : ", which would not have helped"));
}

void ReasonWriter::addElsewhere()
{
    for (const NearMiss& miss : m_reason.elsewhere)
        add(refusal(miss));
}

void ReasonWriter::addReleases()
{
    const DeviceCall& call = m_reason.call;
    if (m_reason.releases == ReleaseCause::None)
        return;
    SentenceWriter sentence;
    sentence.say("Just before, from ")
        .event(call.releasesBegin)
        .say(" on, {} in {} went back to the device: ", exact(call.releasedBytes),
            countedText(call.releasedSegments, "piece", "pieces"));
    switch (m_reason.releases) {
    case ReleaseCause::EmptyCache:
        sentence.say("the program emptied the cache.");
        break;
    case ReleaseCause::Pressure:
        sentence.say("the allocator emptied its cache and tried again.");
        break;
    case ReleaseCause::Partly:
        sentence.say("the allocator made room (garbage_collection_threshold or max_split_size_mb).");
        break;
    case ReleaseCause::None:
    case ReleaseCause::Unknown:
        sentence.say(
            "the program emptied the cache, or the allocator did so to try again; the trace does not "
            "tell which.");
        break;
    }
    add(sentence);
}

void ReasonWriter::addOom()
{
    if (!m_reason.oom)
        return;
    const OomFacts& facts = *m_reason.oom;
    add(SentenceWriter().say("Reserved at that moment: {}; the driver reported {} free{}.",
        exact(facts.reserved), exact(facts.driverFree),
        m_device.capacity >= facts.driverFree && m_device.capacity > 0
            ? fmt::format(" of the device's {}", exact(m_device.capacity))
            : std::string()));
    if (facts.limit > 0 && facts.isLimited(m_reason.segmentSize)) {
        add(SentenceWriter().say("The limit of {} on this process left {}.", exact(facts.limit),
            exact(facts.limit - std::min(facts.limit, facts.reserved))));
    } else if (facts.lacking > 0) {
        add(SentenceWriter().say("The device had too little by {}.", exact(facts.lacking)));
    } else if (facts.limit == 0) {
        add(SentenceWriter().say(
            "The device had enough, so a limit on this process stood in the way: one of at least "
            "{}, which was reserved before, and less than {}.",
            exact(facts.mostReserved), exact(facts.reserved + m_reason.segmentSize)));
    }
    if (facts.stillReleasable > 0)
        add(SentenceWriter().say(
            "{} in whole free segments or pages were not given back: they belong to private "
            "pools, or a capture was under way.",
            exact(facts.stillReleasable)));
}

void ReasonWriter::adviseOwn()
{
    if (m_reason.waitingPiece > 0)
        advise(SentenceWriter().say(
            "Had the memory that waits for another stream been back, a piece of {} would have "
            "served.",
            exact(m_reason.waitingPiece)));
    if (m_reason.refused && m_reason.refused->why == WhyNot::OversizeBlock)
        advise(SentenceWriter().say(
            "Without max_split_size_mb, or with one above {}, the block would have been split "
            "for it.",
            exact(m_reason.refused->block.size)));
    if (m_reason.refused && m_reason.refused->why == WhyNot::OversizeRest)
        advise(SentenceWriter().say(
            "With a max_non_split_rounding_mb that allows more than {}, the block would have "
            "served.",
            exact(m_reason.refused->block.size - m_reason.rounded)));
    const bool wasLimited = m_reason.oom && m_reason.oom->isLimited(m_reason.segmentSize);
    if (m_reason.growable && !wasLimited)
        advise(SentenceWriter()
                   .say("Had its segments been expandable, the one that ends in {} free at ",
                       exact(m_reason.growable->tail.size))
                   .address(m_reason.growable->tail.address)
                   .say(" could have grown by {} instead.", exact(m_reason.growable->growth)));
    const auto& pinned = m_reason.pinned;
    if (pinned && pinned->pinCount == 1 && m_settings.maxSplitSize == AllocatorSettings::unlimited)
        advise(SentenceWriter()
                   .say("Had the block of {} at ", exact(pinned->liveBytes))
                   .address(pinned->pins.front().address)
                   .say(" been free, the request would have fitted there."));
}

void ReasonWriter::adviseElsewhere()
{
    for (const NearMiss& miss : m_reason.elsewhere) {
        if (miss.why == WhyNot::OtherStream)
            advise(SentenceWriter().say("On {} the block of {} would have served it.",
                stream(miss.block.key.stream), exact(miss.block.size)));
        else if (miss.why == WhyNot::OtherPool)
            advise(SentenceWriter().say("In {} on {} the block of {} would have served it.",
                pool(miss.block.key), stream(miss.block.key.stream), exact(miss.block.size)));
    }
}

ReasonText ReasonWriter::text()
{
    m_text.asked = asked().parts();
    if (!m_reason.isKnown)
        return m_text;
    m_text.answer = answer().parts();
    addTotals();
    addPins();
    addWaiting();
    addElsewhere();
    addReleases();
    addOom();
    if (!m_reason.unexplained) {
        adviseOwn();
        adviseElsewhere();
    }
    return m_text;
}

} // namespace

ReasonText reasonText(
    const SegmentReason& reason, const Device& device, const AllocatorSettings& settings, ByteUnits units)
{
    return ReasonWriter(reason, device, settings, units).text();
}

std::string plainText(const ReasonText& text)
{
    std::string result = plainText(text.asked) + '\n';
    if (!text.answer.empty())
        result += plainText(text.answer) + '\n';
    for (const ReasonSentence& sentence : text.more)
        result += plainText(sentence) + '\n';
    for (const ReasonSentence& sentence : text.avoided)
        result += plainText(sentence) + '\n';
    return result;
}

} // namespace tidemark
