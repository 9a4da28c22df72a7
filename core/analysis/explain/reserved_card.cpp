// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/explain/reserved_card.h"

#include "core/base/bytes.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr std::uint64_t leastCardGap = 20 * mebibyte;

// What was needed at once, at most, up to the moment, against what is reserved now.
ExplanationSentence neededAtOnce(const ExplainedMoment& moment, std::uint64_t reserved)
{
    const Pyramid& allocated = moment.curves.curve(Curve::Allocated);
    const std::size_t end = std::min(moment.position, allocated.size());
    std::int64_t most = moment.curves.valueAt(Curve::Allocated, 0);
    std::size_t position = 0;
    if (end > 0) {
        const Pyramid::Extremes extremes = allocated.extremes(0, end);
        if (extremes.max > most) {
            most = extremes.max;
            position = extremes.maxAt + 1;
        }
    }
    const auto needed = static_cast<std::uint64_t>(std::max<std::int64_t>(most, 0));
    SentenceWriter line;
    line.say("The most that tensors held at once so far is ").bytes(needed).say(", at ").position(position);
    if (needed < reserved)
        line.say(": ")
            .bytes(reserved - needed)
            .say(" of what is reserved were never needed at once: segments came larger than what was asked "
                 "for, or free pieces did not fit it.");
    else
        line.say(": all that is reserved now was needed then.");
    return {SentenceKind::Origin, Band::Allocated, needed, line.parts()};
}

void addTries(Card& card, const Composition& composition, const AllocatorSettings& settings)
{
    if (composition.wholeFree > 0)
        card.tries.push_back(
            SentenceWriter()
                .say("empty_cache() behind the step that needed so much gives ")
                .bytes(composition.wholeFree)
                .say(" to other programs; the next such step has to ask the driver again, which takes time. "
                     "Within this program nothing is gained: it would be served from that memory anyway.")
                .parts());
    if (composition.freeBesideLive > 0 && !settings.expandableSegments)
        card.tries.push_back(
            SentenceWriter()
                .say("expandable_segments:True lets pieces of free memory grow together; tidemark simulate "
                     "--conf, or What if in the window, says what it would have reserved.")
                .parts());
    if (composition.waiting > composition.freeBesideLive + composition.wholeFree)
        card.tries.push_back(SentenceWriter()
                                 .say("Most of it waits for other streams: let them meet "
                                      "(stream.wait_stream(), or synchronize()) before memory is freed.")
                                 .parts());
}

} // namespace

std::optional<Card> reservedCard(const ExplainedMoment& moment, const AllocatorSettings& settings)
{
    const Explanation explanation = explain(moment, settings, 0);
    const Composition& composition = explanation.composition;
    const std::uint64_t gap = composition.reserved - composition.allocated;
    if (gap < leastCardGap || composition.reserved < 2 * composition.allocated)
        return std::nullopt;
    Card card;
    card.kind = CardKind::ReservedFarAboveAllocated;
    card.title = "Reserved far above allocated";
    card.sentences.push_back({SentenceKind::Sum, Band::Reserved, gap,
        SentenceWriter()
            .bytes(composition.reserved)
            .band(Band::Reserved, " are reserved")
            .say(", ")
            .bytes(composition.allocated)
            .band(Band::Allocated, " allocated")
            .say(": no tensor is in ")
            .bytes(gap)
            .say(".")
            .parts()});
    if (moment.history.eventCount() > 0)
        card.sentences.push_back(neededAtOnce(moment, composition.reserved));
    if (!explanation.emptyCache.empty())
        card.sentences.push_back(explanation.emptyCache.front());
    addTries(card, composition, settings);
    return card;
}

} // namespace tidemark
