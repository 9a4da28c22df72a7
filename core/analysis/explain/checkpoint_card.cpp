// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/explain/checkpoint_card.h"

#include "core/analysis/scopes/phase_name.h"

#include <algorithm>
#include <map>

namespace tidemark {

namespace {

constexpr std::string_view recomputePrefix = "recompute ";

bool isRecomputation(const Recording& recording, std::size_t device, const Annotation& annotation)
{
    return annotation.device == device && annotation.kind == AnnotationKind::Range
        && recording.strings[annotation.name].starts_with(recomputePrefix);
}

// The step that holds an event; null where none does.
const Annotation* stepAround(const Recording& recording, std::size_t device, std::uint64_t event)
{
    for (const Annotation& annotation : recording.annotations) {
        if (annotation.device == device && annotation.kind == AnnotationKind::Step
            && annotation.startEvent <= event && event < annotation.endEvent)
            return &annotation;
    }
    return nullptr;
}

const Annotation* recomputationBefore(const Recording& recording, std::size_t device, std::uint64_t event)
{
    const Annotation* step = stepAround(recording, device, event);
    const Annotation* last = nullptr;
    for (const Annotation& annotation : recording.annotations) {
        if (isRecomputation(recording, device, annotation) && annotation.startEvent <= event
            && (step == nullptr || annotation.startEvent >= step->startEvent))
            last = &annotation;
    }
    return last;
}

// Allocated by the events of a range, and alive behind it.
std::uint64_t madeDuring(const Attribution& attribution, const Annotation& range)
{
    const auto& all = attribution.allocations; // those from before the recording first, then by event
    auto next = std::partition_point(all.begin(), all.end(), [&](const Allocation& allocation) {
        return allocation.event == Allocation::beforeRecording || allocation.event < range.startEvent;
    });
    std::uint64_t bytes = 0;
    for (; next != all.end() && next->event < range.endEvent; ++next)
        bytes += next->isAliveAt(range.endEvent) ? next->bytes : 0;
    return bytes;
}

// The segment whose second run makes the fewest bytes that its backward pass uses, of the last step.
struct LeastSaving {
    std::string segment;
    std::uint64_t bytes = UINT64_MAX;
};

std::optional<LeastSaving> leastSaving(
    const Recording& recording, std::size_t device, const Attribution& attribution)
{
    std::map<std::string, std::uint64_t, std::less<>> kept; // by segment, of its newest run
    for (const Annotation& annotation : recording.annotations) {
        if (!isRecomputation(recording, device, annotation) || annotation.endUs == Annotation::open)
            continue;
        const std::uint64_t bytes = madeDuring(attribution, annotation);
        kept[std::string(recording.strings[annotation.name].substr(recomputePrefix.size()))] = bytes;
    }
    if (kept.size() < 2)
        return std::nullopt;
    const auto least = std::min_element(
        kept.begin(), kept.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return LeastSaving{least->first, least->second};
}

double percent(std::uint64_t part, std::uint64_t whole)
{
    return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

void addPeak(Card& card, const CheckpointPeak& peak)
{
    const std::uint64_t own = peak.madeAgain + peak.since;
    card.sentences.push_back({SentenceKind::Origin, Band::Allocated, own,
        SentenceWriter()
            .band(Band::Allocated, "At the peak")
            .say(", ")
            .position(peak.position)
            .say(", {} runs backward, and its own backward holds ", peak.segment)
            .bytes(own)
            .say(" of the ")
            .bytes(peak.peak)
            .say(" allocated, {:.0f} %.", percent(own, peak.peak))
            .parts()});
    card.sentences.push_back({SentenceKind::Origin, Band::Allocated, peak.madeAgain,
        SentenceWriter()
            .say("Of it ")
            .bytes(peak.madeAgain)
            .say(" were made by running {} again, and ", peak.segment)
            .bytes(peak.since)
            .say(" since then by its gradients. The other ")
            .bytes(peak.before)
            .say(" were there before: parameters, their gradients, the optimizer's state, and what the parts "
                 "before it keep.")
            .parts()});
    card.tries.push_back(
        SentenceWriter()
            .say("Cut {} into smaller segments: the peak is as high as the largest one.", peak.segment)
            .parts());
}

// The innermost phase that holds an event; empty where the recording names none.
std::string_view phaseAround(const Recording& recording, std::size_t device, std::uint64_t event)
{
    std::string_view phase;
    for (const Annotation& annotation : recording.annotations) {
        if (annotation.device == device && annotation.kind == AnnotationKind::Phase
            && annotation.startEvent <= event && event < annotation.endEvent)
            phase = recording.strings[annotation.name];
    }
    return phase;
}

} // namespace

std::optional<CheckpointPeak> checkpointPeak(const Recording& recording, std::size_t device,
    const DeviceHistory& history, const Attribution& attribution)
{
    const DeviceHistory::Peak top = history.peak(Curve::Allocated);
    if (top.position == 0)
        return std::nullopt;
    const std::string_view phase = phaseAround(recording, device, top.position - 1);
    const Annotation* run = recomputationBefore(recording, device, top.position - 1);
    if (run == nullptr || (!phase.empty() && phase != "backward"))
        return std::nullopt;
    CheckpointPeak peak;
    peak.segment = recording.strings[run->name].substr(recomputePrefix.size());
    peak.position = top.position;
    peak.peak = static_cast<std::uint64_t>(std::max<std::int64_t>(top.bytes, 0));
    for (const Allocation& allocation : attribution.allocations) {
        if (!allocation.isAliveAt(top.position))
            continue;
        const bool isOlder =
            allocation.event == Allocation::beforeRecording || allocation.event < run->startEvent;
        (isOlder                                   ? peak.before
                : allocation.event < run->endEvent ? peak.madeAgain
                                                   : peak.since) += allocation.bytes;
    }
    return peak;
}

std::optional<Card> checkpointCard(const Recording& recording, std::size_t device,
    const DeviceHistory& history, const Attribution& attribution)
{
    const bool isUsed = std::any_of(recording.annotations.begin(), recording.annotations.end(),
        [&](const Annotation& annotation) { return isRecomputation(recording, device, annotation); });
    if (!isUsed)
        return std::nullopt;
    Card card;
    card.kind = CardKind::Checkpointing;
    card.title = "Why checkpointing does not lower this peak";
    if (const auto peak = checkpointPeak(recording, device, history, attribution)) {
        addPeak(card, *peak);
    } else {
        const DeviceHistory::Peak top = history.peak(Curve::Allocated);
        const std::string phase =
            top.position == 0 ? std::string() : phaseName(recording, device, top.position - 1);
        card.sentences.push_back({SentenceKind::Origin, Band::Allocated,
            static_cast<std::uint64_t>(std::max<std::int64_t>(top.bytes, 0)),
            SentenceWriter()
                .say("The peak, ")
                .position(top.position)
                .say("{}, lies outside the backward pass of any checkpointed part: checkpoints do not lower "
                     "it.",
                    phase.empty() ? std::string() : fmt::format(" ({})", phase))
                .parts()});
    }
    if (const auto least = leastSaving(recording, device, attribution))
        card.sentences.push_back({SentenceKind::Origin, Band::Allocated, least->bytes,
            SentenceWriter()
                .say("{} saves least: ", least->segment)
                .bytes(least->bytes)
                .say("{}",
                    least->bytes == 0 ? "; its layers keep only their input, which stays anyway."
                                      : ", for which it runs again.")
                .parts()});
    return card;
}

} // namespace tidemark
