// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/comparison.h"
#include "core/analysis/explain/checkpoint_card.h"
#include "core/analysis/explain/experiment.h"
#include "core/analysis/explain/packing_card.h"

#include <algorithm>

namespace tidemark {

namespace {

std::uint64_t atLeastNone(std::int64_t bytes)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0));
}

// The first device of a recording, and what replay knows of it.
struct Run {
    const Recording& recording;
    const Device& device;
    const DeviceHistory& history;

    explicit Run(const AnalyzedRecording& analyzed, std::size_t index = 0)
        : recording(analyzed.recording)
        , device(analyzed.recording.devices[index])
        , history(analyzed.histories[index])
    { }

    std::uint64_t at(Curve curve, std::size_t position) const
    {
        return atLeastNone(history.valueAt(curve, position));
    }
    std::uint64_t peak(Curve curve) const { return atLeastNone(history.peak(curve).bytes); }
};

void addTo(ExperimentAnswer& answer, Band band, std::uint64_t bytes, const SentenceWriter& line)
{
    answer.sentences.push_back({SentenceKind::Sum, band, bytes, line.parts()});
}

ExperimentAnswer unanswered(std::string_view why)
{
    ExperimentAnswer answer;
    answer.headline = SentenceWriter().say("{}", why).parts();
    return answer;
}

// "1,000 B less", "as much", "1,000 B more".
void sayChange(SentenceWriter& line, std::uint64_t before, std::uint64_t after)
{
    if (before == after)
        line.say("as much");
    else
        line.bytes(std::max(before, after) - std::min(before, after))
            .say("{}", after < before ? " less" : " more");
}

const Mark* lastEmptying(const Recording& recording)
{
    const Mark* found = nullptr;
    for (const Mark& mark : recording.marks) {
        if (mark.kind == MarkKind::EmptyCache && mark.device == 0)
            found = &mark;
    }
    return found;
}

// The moment before the segments went back that a mark tells of: the last at which they all were there.
std::size_t beforeEmptying(const Run& run, const Mark& mark)
{
    std::size_t position = std::min<std::size_t>(mark.event, run.history.eventCount());
    const std::uint64_t before = run.at(Curve::Reserved, position) + atLeastNone(mark.value);
    while (position > 0 && run.at(Curve::Reserved, position) < before)
        --position;
    return position;
}

ExperimentAnswer answerUnused(const Run& first, const Run& second)
{
    const Mark* mark = lastEmptying(second.recording);
    if (mark == nullptr)
        return unanswered("The second run did not empty its cache, so nothing can be said of it.");
    const std::size_t after = std::min<std::size_t>(mark->event, second.history.eventCount());
    const std::size_t before = beforeEmptying(second, *mark);
    const std::uint64_t returned = atLeastNone(mark->value);
    const AllocatorSettings settings = settingsOf(second.recording, second.device);
    const SegmentList segments = second.history.segmentsAt(second.device, after);
    const Composition left = compositionOf(segments, settings);
    const std::uint64_t allocated = second.at(Curve::Allocated, before);
    const std::uint64_t reserved = second.at(Curve::Reserved, before);
    const std::uint64_t stays = left.reserved - left.allocated;
    ExperimentAnswer answer;
    answer.headline = SentenceWriter()
                          .say("Of ")
                          .bytes(reserved - allocated)
                          .say(" that no tensor used, Empty cache returned ")
                          .bytes(returned)
                          .say(" and could not return ")
                          .bytes(stays)
                          .say(".")
                          .parts();
    addTo(answer, Band::Reserved, reserved - allocated,
        SentenceWriter()
            .say("Behind the last step, at ")
            .position(before)
            .say(", ")
            .bytes(reserved)
            .band(Band::Reserved, " are reserved")
            .say(" and ")
            .bytes(allocated)
            .band(Band::Allocated, " allocated")
            .say(": the difference is free memory that the allocator keeps for the next request."));
    addTo(answer, Band::WholeFree, returned,
        SentenceWriter()
            .band(Band::WholeFree, "Empty cache")
            .say(" lets reserved fall to ")
            .bytes(left.reserved)
            .say(" at ")
            .position(after)
            .say("; allocated is ")
            .bytes(left.allocated)
            .say(" before and after, since tensors keep theirs."));
    addTo(answer, Band::FreeBesideLive, stays,
        SentenceWriter()
            .say("The ")
            .bytes(stays)
            .say(" lie in ")
            .band(Band::FreeBesideLive,
                countedText(
                    pinnedSegments(segments, settings).size(), "segment that holds", "segments that hold"))
            .say(" live blocks, and a segment goes back as a whole or not at all."));
    const std::uint64_t kept = first.at(Curve::Reserved, first.history.eventCount());
    addTo(answer, Band::Reserved, kept,
        SentenceWriter()
            .say("The other run kept its cache and ended with ")
            .bytes(kept)
            .say(" reserved: a next step would be served from them without asking the driver."));
    return answer;
}

void addPeaks(ExperimentAnswer& answer, const Run& first, const Run& second)
{
    const std::uint64_t before = first.peak(Curve::Allocated);
    const std::uint64_t after = second.peak(Curve::Allocated);
    SentenceWriter peak;
    peak.band(Band::Allocated, "The peak of allocated").say(" is ").bytes(after).say(", at ");
    peak.position(second.history.peak(Curve::Allocated).position)
        .say(", instead of ")
        .bytes(before)
        .say(": ");
    sayChange(peak, before, after);
    addTo(answer, Band::Allocated, after, peak.say("."));
    const std::uint64_t reservedBefore = first.peak(Curve::Reserved);
    const std::uint64_t reservedAfter = second.peak(Curve::Reserved);
    SentenceWriter reserved;
    reserved.band(Band::Reserved, "Reserved").say(" reaches ").bytes(reservedAfter).say(" instead of ");
    reserved.bytes(reservedBefore).say(": ");
    sayChange(reserved, reservedBefore, reservedAfter);
    addTo(answer, Band::Reserved, reservedAfter,
        reserved.say(". It follows the peaks, and keeps what they needed."));
}

ExperimentAnswer answerCheckpoints(const Run& first, const Run& second, const std::stop_token& stop)
{
    const std::size_t firstEnd = keptPosition(first.recording, 0, first.history);
    const std::size_t secondEnd = keptPosition(second.recording, 0, second.history);
    const std::uint64_t keptBefore = first.at(Curve::Allocated, firstEnd);
    const std::uint64_t keptAfter = second.at(Curve::Allocated, secondEnd);
    const Attribution attribution = attribute(second.recording, 0, second.history, stop);
    const auto peak = checkpointPeak(second.recording, 0, second.history, attribution);
    ExperimentAnswer answer;
    SentenceWriter headline;
    headline.say("When the forward pass ends, checkpoints leave ");
    sayChange(headline, keptBefore, keptAfter);
    headline.say(" allocated; the peak has ");
    sayChange(headline, first.peak(Curve::Allocated), second.peak(Curve::Allocated));
    if (peak)
        headline.say(", because it is now in {}'s own backward pass", peak->segment);
    answer.headline = headline.say(".").parts();
    addTo(answer, Band::Allocated, keptAfter,
        SentenceWriter()
            .say("At the end of the last forward pass, ")
            .position(secondEnd)
            .say(", ")
            .bytes(keptAfter)
            .band(Band::Allocated, " are allocated")
            .say(" instead of ")
            .bytes(keptBefore)
            .say("."));
    addPeaks(answer, first, second);
    if (const auto card = checkpointCard(second.recording, 0, second.history, attribution)) {
        answer.sentences.insert(answer.sentences.end(), card->sentences.begin(), card->sentences.end());
        answer.tries = card->tries;
    }
    return answer;
}

KeptBytes keptOf(const Run& run, std::size_t device, const Attribution& attribution)
{
    return keptAt(run.recording, attribution, keptPosition(run.recording, device, run.history));
}

ExperimentAnswer answerPacked(const Run& first, const Run& second, const std::stop_token& stop)
{
    const std::uint64_t before = first.peak(Curve::Allocated);
    const std::uint64_t after = second.peak(Curve::Allocated);
    ExperimentAnswer answer;
    SentenceWriter headline;
    headline.say("Train memory is the peak of allocated (max_memory_allocated): ")
        .bytes(before)
        .say(", and ");
    headline.bytes(after).say(" with int8");
    if (after > 0 && after < before)
        headline.say(", {:.2f} times less", static_cast<double>(before) / static_cast<double>(after));
    else
        headline.say(
            ": not less, because what is kept for the backward pass is not what the peak is made of");
    answer.headline = headline.say(".").parts();
    const auto kept = [&stop](const Run& run) {
        return keptOf(run, 0, attribute(run.recording, 0, run.history, stop));
    };
    if (const auto card = packingCard(kept(first), kept(second)))
        answer.sentences = card->sentences;
    else
        addTo(answer, Band::Allocated, 0,
            SentenceWriter().say(
                "The recordings do not tell which tensors are kept for the backward pass, or "
                "none of them was packed."));
    addPeaks(answer, first, second);
    return answer;
}

constexpr std::size_t mostScopes = 6;

// What is alive at the peak of allocated.
ComparedMoment peakOf(const AttributedDevice& run)
{
    const DeviceHistory& history = run.analyzed->histories[run.device];
    return {&run.analyzed->recording, run.device, &history, run.attribution,
        history.peak(Curve::Allocated).position};
}

// The scopes whose memory differs most at the two peaks.
void addScopes(ExperimentAnswer& answer, const AttributedDevice& first, const AttributedDevice& second,
    const std::stop_token& stop)
{
    const MomentComparison compared = compareMoments(peakOf(first), peakOf(second), CompareBy::Scope, stop);
    std::size_t told = 0;
    for (const ComparedGroup& group : compared.groups) {
        if (group.difference() == 0 || told++ == mostScopes)
            break;
        SentenceWriter line;
        line.say("{}: ", group.name).bytes(group.b.bytes).say(" at the peak, instead of ");
        line.bytes(group.a.bytes).say(": ");
        sayChange(line, group.a.bytes, group.b.bytes);
        addTo(answer, Band::Allocated, group.b.bytes, line.say("."));
    }
}

} // namespace

ExperimentAnswer comparisonAnswer(
    const AttributedDevice& first, const AttributedDevice& second, const std::stop_token& stop)
{
    const Run before(*first.analyzed, first.device);
    const Run after(*second.analyzed, second.device);
    ExperimentAnswer answer;
    SentenceWriter headline;
    headline.say("The peak of allocated has ");
    sayChange(headline, before.peak(Curve::Allocated), after.peak(Curve::Allocated));
    headline.say(", that of reserved ");
    sayChange(headline, before.peak(Curve::Reserved), after.peak(Curve::Reserved));
    answer.headline = headline.say(".").parts();
    addPeaks(answer, before, after);
    addScopes(answer, first, second, stop);
    if (const auto card = packingCard(keptOf(before, first.device, *first.attribution),
            keptOf(after, second.device, *second.attribution)))
        answer.sentences.insert(answer.sentences.end(), card->sentences.begin(), card->sentences.end());
    return answer;
}

ExperimentAnswer experimentAnswer(ExperimentKind kind, const AnalyzedRecording& first,
    const AnalyzedRecording& second, const std::stop_token& stop)
{
    if (first.histories.empty() || second.histories.empty())
        return unanswered("One of the two runs recorded no device, so nothing can be compared.");
    switch (kind) {
    case ExperimentKind::Checkpointing:
        return answerCheckpoints(Run(first), Run(second), stop);
    case ExperimentKind::PackedActivations:
        return answerPacked(Run(first), Run(second), stop);
    case ExperimentKind::UnusedMemory:
        break;
    }
    return answerUnused(Run(first), Run(second));
}

} // namespace tidemark
