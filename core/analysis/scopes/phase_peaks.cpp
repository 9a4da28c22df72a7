// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scopes/phase_peaks.h"

#include "core/analysis/scopes/enclosing_annotations.h"
#include "core/analysis/scopes/scope_tree.h"
#include "core/analysis/scopes/step_ranges.h"

#include <algorithm>
#include <map>
#include <set>

namespace tidemark {

namespace {

void raisePeak(PhasePeak& peak, const DeviceHistory& history, std::uint64_t begin, std::uint64_t end)
{
    const auto see = [&](std::int64_t allocated, std::uint64_t position) {
        if (allocated <= peak.allocated)
            return;
        peak.allocated = allocated;
        peak.position = position;
    };
    see(history.valueAt(Curve::Allocated, begin), begin);
    peak.reserved = std::max(peak.reserved, history.valueAt(Curve::Reserved, begin));
    if (begin >= end)
        return;
    const Pyramid::Extremes inside = history.curve(Curve::Allocated).extremes(begin, end);
    see(inside.max, inside.maxAt + 1);
    peak.reserved = std::max(peak.reserved, history.curve(Curve::Reserved).extremes(begin, end).max);
}

// Entries in the order in which they were first asked for, found by step and phase.
template <class Entry>
class ByStepAndPhase {
public:
    Entry& at(std::optional<std::int64_t> step, const std::string& phase)
    {
        const auto [found, isNew] = m_places.try_emplace({step, phase}, m_entries.size());
        if (isNew) {
            m_entries.emplace_back();
            m_entries.back().step = step;
            m_entries.back().phase = phase;
        }
        return m_entries[found->second];
    }

    std::vector<Entry> take() { return std::move(m_entries); }

private:
    std::map<std::pair<std::optional<std::int64_t>, std::string>, std::size_t> m_places;
    std::vector<Entry> m_entries;
};

// Where a step of B stands among those of A.
class StepMatch {
public:
    StepMatch(const std::vector<PhasePeak>& a, const std::vector<PhasePeak>& b)
        : m_a(stepsOf(a))
        , m_b(stepsOf(b))
        , m_byNumber(
              std::any_of(m_b.begin(), m_b.end(), [this](std::int64_t step) { return m_a.contains(step); }))
    { }

    std::optional<std::int64_t> inA(std::optional<std::int64_t> step) const
    {
        if (!step || m_byNumber)
            return step;
        const auto order = std::distance(m_b.begin(), m_b.find(*step));
        return order < static_cast<std::ptrdiff_t>(m_a.size()) ? *std::next(m_a.begin(), order) : *step;
    }

private:
    static std::set<std::int64_t> stepsOf(const std::vector<PhasePeak>& peaks)
    {
        std::set<std::int64_t> steps;
        for (const PhasePeak& peak : peaks)
            if (peak.step)
                steps.insert(*peak.step);
        return steps;
    }

    std::set<std::int64_t> m_a;
    std::set<std::int64_t> m_b;
    bool m_byNumber = false;
};

void keepHigher(std::optional<PhasePeak>& most, const std::optional<PhasePeak>& peak)
{
    if (!peak)
        return;
    if (!most) {
        most = peak;
        return;
    }
    const std::int64_t reserved = std::max(most->reserved, peak->reserved);
    if (peak->allocated > most->allocated)
        most = peak;
    most->reserved = reserved;
}

} // namespace

std::vector<PhasePeak> phasePeaks(
    const Recording& recording, std::size_t device, const DeviceHistory& history)
{
    const std::uint64_t events = history.eventCount();
    const std::vector<StepRange> steps = stepRanges(recording, device);
    const auto stepOf = [&](std::uint64_t event) {
        const auto behind = std::upper_bound(steps.begin(), steps.end(), event,
            [](std::uint64_t wanted, const StepRange& step) { return wanted < step.begin; });
        const bool isInside = behind != steps.begin() && event < std::prev(behind)->end;
        return isInside ? std::optional(std::prev(behind)->number) : std::nullopt;
    };
    ByStepAndPhase<PhasePeak> peaks;
    auto step = steps.begin();
    const auto addSteps = [&](std::uint64_t upTo) {
        for (; step != steps.end() && step->begin <= upTo; ++step)
            raisePeak(peaks.at(step->number, "whole step"), history, std::min(step->begin, events),
                std::min(step->end, events));
    };
    EnclosingAnnotations phases(recording, device, AnnotationKind::Phase);
    ScopeTree names(recording, {});
    for (const std::uint32_t place : phases.all()) {
        const Annotation& annotation = recording.annotations[place];
        const std::uint64_t end = std::min(annotation.endEvent, events);
        if (annotation.startEvent >= end)
            continue;
        addSteps(annotation.startEvent);
        const std::string phase = names.title(names.annotated(ScopeTree::root, annotation));
        raisePeak(peaks.at(stepOf(annotation.startEvent), phase), history, annotation.startEvent, end);
    }
    addSteps(UINT64_MAX);
    return peaks.take();
}

std::vector<PhasePeakPair> aligned(const std::vector<PhasePeak>& a, const std::vector<PhasePeak>& b)
{
    const StepMatch match(a, b);
    ByStepAndPhase<PhasePeakPair> pairs;
    for (const PhasePeak& peak : a)
        pairs.at(peak.step, peak.phase).a = peak;
    for (const PhasePeak& peak : b)
        pairs.at(match.inA(peak.step), peak.phase).b = peak;
    return pairs.take();
}

std::vector<PhasePeakPair> mostOfAllSteps(const std::vector<PhasePeakPair>& pairs)
{
    ByStepAndPhase<PhasePeakPair> most;
    for (const PhasePeakPair& pair : pairs) {
        PhasePeakPair& target = most.at(std::nullopt, pair.phase);
        keepHigher(target.a, pair.a);
        keepHigher(target.b, pair.b);
    }
    return most.take();
}

} // namespace tidemark
