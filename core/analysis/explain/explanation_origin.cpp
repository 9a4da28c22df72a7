// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/context_name.h"
#include "core/analysis/explain/explanation.h"
#include "core/analysis/reserved/reserved_origin.h"
#include "core/analysis/scopes/phase_name.h"

#include <algorithm>

namespace tidemark {

namespace {

// The moment just after the allocation that made reserved rise: the segment comes first, its block follows.
std::size_t afterAllocation(const ExplainedMoment& moment, std::size_t risen)
{
    const auto& actions = moment.device().events.action();
    const std::size_t last = std::min(moment.position, risen + 8);
    for (std::size_t position = risen; position < last; ++position) {
        if (actions[position] == Action::Alloc)
            return position + 1;
    }
    return risen;
}

// The position at which reserved last came down to its present level, if it stood higher since it rose to it.
std::optional<std::size_t> fallTo(const ExplainedMoment& moment, std::size_t risen)
{
    const Pyramid& reserved = moment.curves.curve(Curve::Reserved);
    const std::int64_t level = moment.curves.valueAt(Curve::Reserved, moment.position);
    std::size_t higher = risen == 0 ? 0 : risen - 1;
    std::size_t end = std::min(moment.position, reserved.size());
    if (higher >= end || reserved.extremes(higher, end).max <= level)
        return std::nullopt;
    // The last event after which more was reserved lies in [higher, end).
    while (end - higher > 1) {
        const std::size_t middle = higher + (end - higher) / 2;
        if (reserved.extremes(middle, end).max > level)
            higher = middle;
        else
            end = middle;
    }
    return higher + 2;
}

std::uint64_t valueAt(const ExplainedMoment& moment, Curve curve, std::size_t position)
{
    return static_cast<std::uint64_t>(std::max<std::int64_t>(moment.curves.valueAt(curve, position), 0));
}

ExplanationSentence origin(const ExplainedMoment& moment, const SentenceWriter& line)
{
    return {SentenceKind::Origin, Band::Reserved, valueAt(moment, Curve::Reserved, moment.position),
        line.parts()};
}

ExplanationSentence fallen(const ExplainedMoment& moment, std::size_t position)
{
    SentenceWriter line;
    if (position == moment.position)
        line.say("Reserved falls to this level with this event");
    else
        line.say("Reserved fell to this level at ").position(position);
    line.say(", from ").bytes(valueAt(moment, Curve::Reserved, position - 1)).say(".");
    return origin(moment, line);
}

// "The request that made it rise: 98.0 MiB, by aten::convolution in features.3."
std::optional<ExplanationSentence> requestOf(const ExplainedMoment& moment, std::size_t position)
{
    const EventColumns& events = moment.device().events;
    if (position == 0 || position > events.size() || events.action()[position - 1] != Action::Alloc)
        return std::nullopt;
    const Event event = events[position - 1];
    const ContextName name = nameOf(moment.recording, event.context);
    SentenceWriter line;
    line.say("The request that made it rise: ").bytes(event.size);
    if (!name.what.empty())
        line.say(", by {}", name.what);
    if (!name.detail.empty())
        line.say("{}{}", name.what.empty() ? ", by " : " in ", name.detail);
    return ExplanationSentence{SentenceKind::Request, Band::Allocated, event.size, line.say(".").parts()};
}

std::vector<ExplanationSentence> risenAt(const ExplainedMoment& moment, std::size_t risen)
{
    const std::size_t then = afterAllocation(moment, risen);
    std::vector<ExplanationSentence> sentences;
    SentenceWriter line;
    if (risen == moment.position) {
        line.say("Reserved reaches this level with this event.");
        return {origin(moment, line)};
    }
    line.say("Reserved reached this level at ").position(risen);
    const std::string phase = phaseName(moment.recording, moment.deviceIndex, risen - 1);
    if (!phase.empty())
        line.say(" ({})", phase);
    line.say(", when ")
        .bytes(valueAt(moment, Curve::Allocated, then))
        .band(Band::Allocated, " were allocated at once")
        .say(".");
    sentences.push_back(origin(moment, line));
    if (const auto request = requestOf(moment, then))
        sentences.push_back(*request);
    return sentences;
}

} // namespace

std::vector<ExplanationSentence> originSentences(const ExplainedMoment& moment)
{
    SentenceWriter line;
    if (valueAt(moment, Curve::Reserved, moment.position) == 0)
        return {};
    if (moment.history.eventCount() == 0 && !moment.recording.complete)
        return {origin(
            moment, line.say("The file ends before its events: this is the state that stands before them."))};
    if (moment.history.eventCount() == 0 || moment.device().history == History::None)
        return {origin(moment, line.say("This file tells no events: this is the state that was saved."))};
    const std::size_t risen = standsSince(moment.curves, Curve::Reserved, moment.position);
    if (const auto position = fallTo(moment, risen))
        return {fallen(moment, *position)};
    if (risen == 0)
        return {origin(moment, line.say("Reserved has stood at this level since before the first event."))};
    return risenAt(moment, risen);
}

} // namespace tidemark
