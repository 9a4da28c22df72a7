// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/suggestion.h"

#include "core/simulate/empty_cache_moments.h"

#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <thread>
#include <tuple>

namespace tidemark {

namespace {

constexpr std::array always = {
    "",
    "expandable_segments:True",
    "max_split_size_mb:32",
    "max_split_size_mb:64",
    "max_split_size_mb:128",
    "max_split_size_mb:256",
    "max_split_size_mb:512",
    "roundup_power2_divisions:2",
    "roundup_power2_divisions:4",
    "roundup_power2_divisions:8",
    "roundup_power2_divisions:16",
    "expandable_segments:True,roundup_power2_divisions:4",
    "expandable_segments:True,roundup_power2_divisions:8",
    "max_split_size_mb:128,roundup_power2_divisions:8",
};
constexpr std::array withLargeSegments = {
    "large_segment_size_mb:12",
    "large_segment_size_mb:32",
    "large_segment_size_mb:64",
    "large_segment_size_mb:128",
    "expandable_segments:True,large_segment_size_mb:64",
};
constexpr std::array withLimit = {
    "garbage_collection_threshold:0.6",
    "garbage_collection_threshold:0.8",
    "max_split_size_mb:128,garbage_collection_threshold:0.8",
};
constexpr std::array eachStep = {
    "",
    "expandable_segments:True",
    "max_split_size_mb:128",
};

template <class Confs>
void addAll(const Confs& confs, bool emptiesCacheEachStep, std::vector<Candidate>& result)
{
    for (const char* const conf : confs)
        if (auto settings = AllocatorSettings::parse(conf))
            result.push_back({conf, *settings, emptiesCacheEachStep});
}

bool isBetter(const Trial& left, const Trial& right)
{
    const auto rank = [](const Trial& trial) {
        return std::tuple(trial.figures.ooms, trial.figures.peak.reserved, trial.figures.deviceMallocs);
    };
    return rank(left) < rank(right);
}

// Runs trials on several threads; each takes the next that nobody has.
class TrialRuns {
public:
    TrialRuns(const Device& device, const CheckedProgram& checked, std::vector<std::size_t> steps,
        std::uint64_t limit, const Watch& watch)
        : m_device(device)
        , m_checked(checked)
        , m_stepEnds(std::move(steps))
        , m_limit(limit)
        , m_watch(watch)
    { }

    // False: stopped.
    bool run(std::vector<Trial>& trials, unsigned threads)
    {
        {
            std::vector<std::jthread> workers;
            for (unsigned i = 1; i < threads; ++i)
                workers.emplace_back([&] { work(trials); });
            work(trials);
        }
        return !m_isStopped;
    }

private:
    void work(std::vector<Trial>& trials)
    {
        for (std::size_t i = m_next++; i < trials.size() && !m_isStopped; i = m_next++)
            run(trials[i]);
    }

    void run(Trial& trial)
    {
        if (trial.isRecorded && m_limit == 0) {
            takeRecorded(trial);
            return;
        }
        WhatIf whatIf;
        whatIf.run = m_checked.recorded;
        whatIf.run.settings = trial.candidate.settings;
        if (m_limit > 0)
            whatIf.run.limit = m_limit;
        if (trial.candidate.emptiesCacheEachStep)
            whatIf.emptyCacheAt = m_stepEnds;
        whatIf.usesRecordedAddresses = trial.isRecorded;
        whatIf.keep = Keep::Figures;
        const Simulation simulation = simulate(m_device, m_checked, whatIf, m_watch);
        trial.limit = whatIf.run.limit;
        trial.figures = simulation.figures;
        if (!simulation.isComplete)
            m_isStopped = true;
    }

    // The check has run the recorded settings already, with the recorded addresses.
    void takeRecorded(Trial& trial) const
    {
        trial.limit = m_checked.recorded.limit;
        trial.figures = m_checked.check.figures;
        if (m_watch.progress)
            m_watch.progress->done += m_checked.program.eventCount;
    }

    const Device& m_device;
    const CheckedProgram& m_checked;
    std::vector<std::size_t> m_stepEnds;
    std::uint64_t m_limit = 0;
    const Watch& m_watch;
    std::atomic<std::size_t> m_next = 0;
    std::atomic<bool> m_isStopped = false;
};

// What the program may reserve is not for the settings to decide.
void keepFraction(const AllocatorSettings& recorded, Candidate& candidate)
{
    if (recorded.perProcessMemoryFraction >= 1)
        return;
    candidate.settings.perProcessMemoryFraction = recorded.perProcessMemoryFraction;
    candidate.conf += fmt::format("{}per_process_memory_fraction:{}", candidate.conf.empty() ? "" : ",",
        recorded.perProcessMemoryFraction);
}

} // namespace

std::vector<Candidate> candidates(const PolicyVersion& version, bool hasLimit, bool hasSteps)
{
    std::vector<Candidate> result;
    addAll(always, false, result);
    if (version.hasLargeSegmentSize)
        addAll(withLargeSegments, false, result);
    if (hasLimit)
        addAll(withLimit, false, result);
    if (hasSteps)
        addAll(eachStep, true, result);
    return result;
}

std::size_t Suggestion::recorded() const
{
    const auto found =
        std::find_if(trials.begin(), trials.end(), [](const Trial& trial) { return trial.isRecorded; });
    return static_cast<std::size_t>(found - trials.begin());
}

Suggestion suggest(const Recording& recording, std::size_t index, const CheckedProgram& checked,
    std::uint64_t limit, const Watch& watch, unsigned threads)
{
    const Device& device = recording.devices[index];
    std::vector<std::size_t> steps = stepEnds(recording, index);
    Suggestion result;
    result.trials.push_back({{checked.conf, checked.recorded.settings, false}, true, 0, {}});
    const bool hasLimit = limit > 0 || checked.recorded.limit > 0;
    for (Candidate& candidate : candidates(checked.recorded.version, hasLimit, !steps.empty())) {
        keepFraction(checked.recorded.settings, candidate);
        if (candidate.emptiesCacheEachStep || candidate.settings != checked.recorded.settings)
            result.trials.push_back({std::move(candidate), false, 0, {}});
    }
    if (watch.progress)
        watch.progress->total = result.trials.size() * checked.program.eventCount;
    if (threads == 0)
        threads = std::max(1U, std::thread::hardware_concurrency());
    TrialRuns runs(device, checked, std::move(steps), limit, watch);
    result.isComplete = runs.run(result.trials, threads);
    if (!result.isComplete)
        result.trials.clear();
    std::stable_sort(result.trials.begin(), result.trials.end(), isBetter);
    return result;
}

} // namespace tidemark
