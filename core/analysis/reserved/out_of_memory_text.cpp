// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/out_of_memory_text.h"

#include "core/base/bytes.h"

namespace tidemark {

namespace {

std::string roundedBytes(std::uint64_t bytes, ByteUnits units = ByteUnits::Binary)
{
    return formatBytes(static_cast<std::int64_t>(bytes), units);
}

// exactBytesText() in the units of one text.
struct ExactBytes {
    ByteUnits units;

    std::string operator()(std::uint64_t bytes) const { return exactBytesText(bytes, units); }
};

ReasonSentence verdictOf(const OutOfMemoryReport& report, const ExactBytes& exact)
{
    const std::uint64_t needed = report.reason.segmentSize;
    SentenceWriter verdict;
    switch (report.cause) {
    case OomCause::MoreThanThereIs:
        return (report.limit > 0 && needed > report.limit
                ? verdict.say("That is more than the limit of this process in all, {}.", exact(report.limit))
                : verdict.say("That is more than the device has in all, {}.", exact(report.capacity)))
            .parts();
    case OomCause::HeldElsewhere:
        return verdict
            .say("A free block was large enough, but it belonged to another stream or pool, whose memory a "
                 "request does not use.")
            .parts();
    case OomCause::Fragmented:
        return verdict
            .say("Fragmentation: {} were free in its own pool and stream, enough for it, but the largest "
                 "piece was {}.",
                exact(report.reason.free.bytes), exact(report.reason.free.largest))
            .parts();
    case OomCause::Scattered:
        return verdict
            .say("Fragmentation: live blocks keep {} of free memory from the device; together with {} that "
                 "{} it would have been enough.",
                exact(report.free.bytes), exact(report.room),
                report.isLimited ? "the limit left" : "the device had free")
            .parts();
    case OomCause::OthersHold:
        return verdict
            .say("Others on the device hold {}, more than this process; without them the request would have "
                 "fitted.",
                exact(report.others))
            .parts();
    case OomCause::UnknownLimit:
        return verdict
            .say("The device had enough free, so a limit on this process refused it; the recording does not "
                 "tell which.")
            .parts();
    case OomCause::TooMuchHeld:
        return verdict
            .say("Live blocks hold {}{}: even with every free byte in one piece, {} would have been lacking.",
                exact(report.active),
                report.isLimited ? fmt::format(" of the {} allowed", exact(report.limit)) : std::string(),
                exact(needed - report.room - report.free.bytes))
            .parts();
    case OomCause::Unexplained:
        break;
    }
    return report.reason.isKnown
        ? verdict
              .say("The device reported enough free memory and no limit is told that refused it: the driver "
                   "found no room for it in one place.")
              .parts()
        : verdict.say("The size that was asked for is not told, so nothing can be said about why.").parts();
}

void addRows(OutOfMemoryText& text, const OutOfMemoryReport& report)
{
    const SegmentReason& reason = report.reason;
    if (reason.isKnown) {
        text.request = {{"asked for", reason.rounded}};
        if (reason.segmentSize != reason.rounded)
            text.request.push_back({"segment needed", reason.segmentSize});
    }
    text.device = {{"free on the device", report.driverFree}};
    if (report.capacity > 0) {
        text.device.push_back({"device in all", report.capacity});
        text.device.push_back({"held by others", report.others});
    }
    if (report.limit > 0)
        text.device.push_back({"process limit", report.limit});
    text.inside = {{"reserved", report.reserved}, {"active", report.active}};
    if (report.active != report.allocated)
        text.inside.push_back({"of it allocated", report.allocated});
    text.inside.push_back({"free inside", report.free.bytes});
    if (reason.isKnown) {
        text.inside.push_back({"free in its pool", reason.free.bytes});
        text.inside.push_back({"largest piece there", reason.free.largest});
    }
    if (report.givenBack > 0)
        text.inside.push_back({"given back before", report.givenBack});
}

void addWhy(OutOfMemoryText& text, const OutOfMemoryReport& report, const Device& device,
    const AllocatorSettings& settings, const ExactBytes& exact)
{
    const ReasonText reason = reasonText(report.reason, device, settings, exact.units);
    text.why.push_back(reason.asked);
    if (!reason.answer.empty())
        text.why.push_back(reason.answer);
    text.why.insert(text.why.end(), reason.more.begin(), reason.more.end());
    text.why.insert(text.why.end(), reason.avoided.begin(), reason.avoided.end());
    if (report.requestedByLive > 0 && report.active > report.requestedByLive)
        text.why.push_back(SentenceWriter()
                               .say("Rounding takes {} of the {} in live blocks: {} were asked for.",
                                   exact(report.active - report.requestedByLive), exact(report.active),
                                   exact(report.requestedByLive))
                               .parts());
}

ReasonSentence emptyCacheOf(const OutOfMemoryReport& report, const ExactBytes& exact)
{
    SentenceWriter sentence;
    if (report.givenBack > 0)
        sentence.say("The allocator gave back {} by itself before it gave up. ", exact(report.givenBack));
    if (report.stillReturnable > 0)
        return sentence.say("An empty_cache() could still have returned {}.", exact(report.stillReturnable))
            .parts();
    return sentence
        .say("An empty_cache() would have returned nothing{}.", report.givenBack > 0 ? " more" : "")
        .parts();
}

ReasonSentence defragmentedOf(const OutOfMemoryReport& report, const ExactBytes& exact)
{
    SentenceWriter sentence;
    if (!report.reason.isKnown)
        return {};
    if (report.servedByOwnFree)
        return sentence
            .say("Perfectly in order, the {} free in its pool and stream would have served it.",
                exact(report.reason.free.bytes))
            .parts();
    const std::string free = exact(report.free.bytes);
    switch (report.servedDefragmented) {
    case Certainty::Yes:
        return sentence
            .say("Perfectly in order, the {} free inside reserved could have gone back to the device, and "
                 "it would have been served.",
                free)
            .parts();
    case Certainty::No:
        if (!report.isRoomKnown)
            return sentence.say("Perfect order would not have helped: nothing was free inside reserved.")
                .parts();
        return sentence
            .say("Perfect order would not have helped: {} free inside and {} that {} are less than the {} "
                 "needed.",
                free, exact(report.room), report.isLimited ? "the limit left" : "the device had free",
                exact(report.reason.segmentSize))
            .parts();
    case Certainty::Unknown:
        break;
    }
    return sentence
        .say("Whether perfect order would have helped depends on the limit, which the recording does not "
             "tell: it needed room for {} beside the {} that are active.",
            exact(report.reason.segmentSize), exact(report.active))
        .parts();
}

void addHolders(OutOfMemoryText& text, const OutOfMemoryReport& report, std::size_t most)
{
    for (const MemoryHolder& holder : report.holders) {
        if (text.holders.size() == most)
            break;
        SentenceWriter line;
        if (holder.name.what.empty())
            line.say("no stack was recorded");
        else if (holder.name.detail.empty())
            line.say("{}", holder.name.what);
        else
            line.say("{} · {}", holder.name.what, holder.name.detail);
        line.say(", {}, the largest at ", countedText(holder.blocks, "block", "blocks"))
            .address(holder.address);
        text.holders.push_back({holder.bytes, line.parts()});
    }
    text.holdersLeftOut = report.holders.size() - text.holders.size();
}

void addPinned(OutOfMemoryText& text, const OutOfMemoryReport& report, std::size_t most)
{
    for (const PinnedFree& pin : report.pinned) {
        if (text.pinned.size() == most)
            break;
        SentenceWriter line;
        line.say("free in the segment at ")
            .address(pin.address)
            .say(", held by {} in {}, the largest at ", roundedBytes(pin.liveBytes),
                countedText(pin.liveBlocks, "block", "blocks"))
            .address(pin.largest.address);
        if (pin.largest.allocEvent != BlockInfo::noEvent)
            line.say(", allocated at ").event(pin.largest.allocEvent);
        text.pinned.push_back({pin.freeBytes, line.parts()});
    }
    text.pinnedLeftOut = report.pinned.size() - text.pinned.size();
}

std::string rowText(std::string_view label, std::uint64_t bytes)
{
    return fmt::format("  {:<24}{:>18} B {:>12}\n", label, formatExact(static_cast<std::int64_t>(bytes)),
        roundedBytes(bytes));
}

void addList(std::string& text, std::string_view title, const std::vector<HolderRow>& rows,
    std::uint64_t leftOut, std::string_view one, std::string_view many)
{
    if (rows.empty())
        return;
    text += fmt::format("\n{}\n", title);
    for (const HolderRow& row : rows)
        text += fmt::format("  {:>18} B {:>12}  {}\n", formatExact(static_cast<std::int64_t>(row.bytes)),
            roundedBytes(row.bytes), plainText(row.text));
    if (leftOut > 0)
        text += fmt::format("  and {} with less\n", countedText(leftOut, one, many));
}

} // namespace

OutOfMemoryText outOfMemoryText(const OutOfMemoryReport& report, const Device& device,
    const AllocatorSettings& settings, std::size_t most, ByteUnits units)
{
    const ExactBytes exact = {units};
    OutOfMemoryText text;
    text.headline = report.reason.isKnown
        ? fmt::format("Out of memory: {} asked for", roundedBytes(report.reason.rounded, units))
        : std::string("Out of memory");
    text.verdict = verdictOf(report, exact);
    addRows(text, report);
    addWhy(text, report, device, settings, exact);
    text.emptyCache = emptyCacheOf(report, exact);
    text.defragmented = defragmentedOf(report, exact);
    addHolders(text, report, most);
    addPinned(text, report, most);
    return text;
}

std::string plainText(const OutOfMemoryText& text)
{
    std::string result = text.headline + ".\n" + plainText(text.verdict) + "\n\n";
    for (const auto& rows : {text.request, text.device, text.inside})
        for (const ByteRow& row : rows)
            result += rowText(row.label, row.bytes);
    result += '\n';
    for (const ReasonSentence& sentence : text.why)
        result += plainText(sentence) + '\n';
    result += plainText(text.emptyCache) + '\n';
    if (!text.defragmented.empty())
        result += plainText(text.defragmented) + '\n';
    addList(result, "Who holds most", text.holders, text.holdersLeftOut, "holder", "holders");
    addList(result, "What keeps free memory from the device", text.pinned, text.pinnedLeftOut, "segment",
        "segments");
    return result;
}

} // namespace tidemark
