// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scopes/step_drift.h"

#include <algorithm>
#include <optional>

namespace tidemark {

namespace {

StepLevels levelsOf(const StepRange& range, const DeviceHistory& history)
{
    const auto highest = [&](Curve curve) {
        DeviceHistory::Peak peak = {history.valueAt(curve, range.begin), range.begin};
        const Pyramid::Extremes inside = history.curve(curve).extremes(range.begin, range.end);
        if (inside.max > peak.bytes)
            peak = {inside.max, inside.maxAt + 1};
        return peak;
    };
    const DeviceHistory::Peak peak = highest(Curve::Allocated);
    StepLevels levels;
    levels.range = range;
    levels.begin = history.valueAt(Curve::Allocated, range.begin);
    levels.end = history.valueAt(Curve::Allocated, range.end);
    levels.peak = peak.bytes;
    levels.peakPosition = peak.position;
    levels.reservedPeak = highest(Curve::Reserved).bytes;
    return levels;
}

std::int64_t middleOf(std::vector<std::int64_t> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

// A site's live memory from one step's end on.
struct Change {
    std::size_t step = 0; // place among the ends
    std::int64_t bytes = 0;
    std::int64_t count = 0;
};

std::vector<std::vector<Change>> changesBySite(
    const Attribution& attribution, const Sites& sites, const std::vector<std::uint64_t>& ends)
{
    std::vector<std::vector<Change>> changes(sites.sites.size());
    for (std::size_t i = 0; i < attribution.allocations.size(); ++i) {
        const Allocation& allocation = attribution.allocations[i];
        const auto first = allocation.event == Allocation::beforeRecording
            ? ends.begin()
            : std::upper_bound(ends.begin(), ends.end(), allocation.event);
        const auto behind = std::upper_bound(first, ends.end(), allocation.freeEvent);
        if (first == behind)
            continue;
        const auto bytes = static_cast<std::int64_t>(allocation.bytes);
        std::vector<Change>& own = changes[sites.siteOf[i]];
        own.push_back({static_cast<std::size_t>(first - ends.begin()), bytes, 1});
        if (behind != ends.end())
            own.push_back({static_cast<std::size_t>(behind - ends.begin()), -bytes, -1});
    }
    return changes;
}

struct Growth {
    std::size_t since = 0; // place of the first step of it
    std::int64_t bytes = 0;
};

// See stepDrift(): evenly means that no two rises are further apart than twice the usual distance.
std::optional<Growth> growthOf(const std::vector<std::int64_t>& levels)
{
    std::vector<std::size_t> rises;
    for (std::size_t i = 1; i < levels.size(); ++i)
        if (levels[i] > levels[i - 1])
            rises.push_back(i);
    if (rises.size() < 3)
        return std::nullopt;
    std::vector<std::int64_t> distances;
    for (std::size_t i = 1; i < rises.size(); ++i)
        distances.push_back(static_cast<std::int64_t>(rises[i] - rises[i - 1]));
    const auto widest = static_cast<std::size_t>(2 * middleOf(distances));
    std::size_t first = rises.size() - 1;
    while (first > 0 && rises[first] - rises[first - 1] <= widest)
        --first;
    if (rises.size() - first < 3 || levels.size() - 1 - rises.back() > widest)
        return std::nullopt;
    const std::size_t since = rises[first];
    const std::int64_t kept = levels.back() - levels[since - 1];
    std::int64_t risen = 0;
    for (std::size_t i = since; i < levels.size(); ++i)
        risen += std::max<std::int64_t>(0, levels[i] - levels[i - 1]);
    return kept > 0 && 2 * kept >= risen ? std::optional(Growth{since, kept}) : std::nullopt;
}

// Sums of what changed until each step.
std::vector<std::int64_t> summedBySteps(
    const std::vector<Change>& changes, std::size_t steps, std::int64_t Change::*figure)
{
    std::vector<std::int64_t> levels(steps);
    for (const Change& change : changes)
        levels[change.step] += change.*figure;
    for (std::size_t i = 1; i < steps; ++i)
        levels[i] += levels[i - 1];
    return levels;
}

std::vector<DriftingSite> driftingSites(
    const std::vector<StepLevels>& steps, const Attribution& attribution, const Sites& sites)
{
    std::vector<std::uint64_t> ends;
    for (const StepLevels& step : steps)
        ends.push_back(step.range.end);
    const auto changes = changesBySite(attribution, sites, ends);
    std::vector<DriftingSite> drifting;
    for (std::size_t site = 0; site < changes.size(); ++site) {
        if (changes[site].empty())
            continue;
        const std::vector<std::int64_t> bytes = summedBySteps(changes[site], steps.size(), &Change::bytes);
        const auto growth = growthOf(bytes);
        if (!growth)
            continue;
        const std::vector<std::int64_t> counts = summedBySteps(changes[site], steps.size(), &Change::count);
        DriftingSite found;
        found.site = sites.sites[site];
        found.bytesPerStep = growth->bytes / static_cast<std::int64_t>(steps.size() - growth->since);
        found.since = steps[growth->since].range.number;
        found.bytes = static_cast<std::uint64_t>(bytes.back());
        found.count = static_cast<std::uint64_t>(counts.back());
        found.countGrown = counts.back() - counts[growth->since - 1];
        drifting.push_back(std::move(found));
    }
    std::stable_sort(
        drifting.begin(), drifting.end(), [](const DriftingSite& left, const DriftingSite& right) {
            return left.bytesPerStep > right.bytesPerStep;
        });
    return drifting;
}

} // namespace

StepDrift stepDrift(const Recording& recording, std::size_t device, const DeviceHistory& history,
    const Attribution& attribution, SiteDetail detail)
{
    StepDrift drift;
    for (const StepRange& range : stepRanges(recording, device)) {
        if (range.end > history.eventCount())
            break;
        drift.steps.push_back(levelsOf(range, history));
    }
    std::vector<StepLevels> whole = drift.steps;
    std::erase_if(whole, [](const StepLevels& step) { return !step.range.hasEnded; });
    drift.wholeSteps = whole.size();
    std::vector<std::int64_t> differences;
    for (std::size_t i = 1; i < whole.size(); ++i)
        differences.push_back(whole[i].end - whole[i - 1].end);
    if (!differences.empty())
        drift.bytesPerStep = middleOf(std::move(differences));
    if (whole.size() > 3)
        drift.sites = driftingSites(whole, attribution, sitesOf(recording, attribution, detail));
    return drift;
}

} // namespace tidemark
