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

// A site's live memory from one step's end on.
struct Change {
    std::size_t end = 0; // place among the ends
    std::int64_t bytes = 0;
    std::int64_t count = 0;
};

std::vector<std::vector<Change>> changesBySite(const Attribution& attribution, const Sites& sites,
    const std::vector<std::uint64_t>& ends, const std::stop_token& stop)
{
    constexpr std::size_t allocationsBetweenLooks = 16384;
    std::vector<std::vector<Change>> changes(sites.sites.size());
    for (std::size_t i = 0; i < sites.siteOf.size(); ++i) {
        if (i % allocationsBetweenLooks == 0 && stop.stop_requested())
            break;
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

// The levels at the ends of steps, seen from both sides.
struct Ends {
    explicit Ends(const std::vector<std::int64_t>& levels)
        : ceiling(levels)
        , floor(levels)
    {
        for (std::size_t i = 1; i < levels.size(); ++i)
            ceiling[i] = std::max(ceiling[i], ceiling[i - 1]);
        for (std::size_t i = levels.size() - 1; i-- > 0;)
            floor[i] = std::min(floor[i], floor[i + 1]);
    }

    std::vector<std::int64_t> ceiling; // highest until here
    std::vector<std::int64_t> floor; // lowest from here on
};

struct Growth {
    std::size_t since = 0; // place of the first end that rose
    std::size_t rises = 0;
    std::int64_t bytes = 0;
};

bool hasRiseIn(const std::vector<std::size_t>& rises, std::size_t begin, std::size_t end)
{
    const auto found = std::lower_bound(rises.begin(), rises.end(), begin);
    return found != rises.end() && *found < end;
}

// See stepDrift(). The first of `levels` is what was there before; the ends are numbered from one.
std::optional<Growth> growthOf(const std::vector<std::int64_t>& levels)
{
    const Ends ends(levels);
    const std::size_t count = levels.size();
    std::vector<std::size_t> rises;
    std::int64_t largest = 0; // of the rises behind the first end
    for (std::size_t i = 1; i < count; ++i) {
        if (ends.floor[i] <= ends.floor[i - 1])
            continue;
        rises.push_back(i);
        if (i > 1)
            largest = std::max(largest, ends.floor[i] - ends.floor[i - 1]);
    }
    if (!rises.empty() && rises.front() == 1 && ends.floor[1] - ends.floor[0] > largest)
        rises.erase(rises.begin());
    std::vector<std::size_t> longestWait(rises.size()); // between rises from there on
    for (std::size_t i = rises.size(); i-- > 1;)
        longestWait[i - 1] = std::max(longestWait[i], rises[i] - rises[i - 1]);
    for (std::size_t first = 0; first + 3 <= rises.size(); ++first) {
        const std::size_t since = rises[first];
        const std::size_t second = since + (count - since) / 3;
        const std::size_t third = since + 2 * (count - since) / 3;
        const bool goesOn = count - 1 - rises.back() <= longestWait[first] && hasRiseIn(rises, second, third)
            && hasRiseIn(rises, third, count);
        if (goesOn && ends.floor[third] > ends.ceiling[second - 1])
            return Growth{since, rises.size() - first, levels.back() - levels[since - 1]};
    }
    return std::nullopt;
}

// Sums of what changed until each end.
std::vector<std::int64_t> summedByEnds(
    const std::vector<Change>& changes, std::size_t ends, std::int64_t Change::*figure)
{
    std::vector<std::int64_t> levels(ends);
    for (const Change& change : changes)
        levels[change.end] += change.*figure;
    for (std::size_t i = 1; i < ends; ++i)
        levels[i] += levels[i - 1];
    return levels;
}

// The beginning of the first step, and the end of each.
std::vector<std::uint64_t> endsOf(const std::vector<StepLevels>& steps)
{
    std::vector<std::uint64_t> ends = {steps.front().range.begin};
    for (const StepLevels& step : steps)
        ends.push_back(step.range.end);
    return ends;
}

// Of whole steps.
std::vector<DriftingSite> driftingSites(const std::vector<StepLevels>& steps, const Attribution& attribution,
    const Sites& sites, const std::stop_token& stop)
{
    const std::vector<std::uint64_t> ends = endsOf(steps);
    const auto changes = changesBySite(attribution, sites, ends, stop);
    std::vector<DriftingSite> drifting;
    for (std::size_t site = 0; site < changes.size(); ++site) {
        if (stop.stop_requested())
            break;
        if (changes[site].size() < 3)
            continue;
        const std::vector<std::int64_t> bytes = summedByEnds(changes[site], ends.size(), &Change::bytes);
        const auto growth = growthOf(bytes);
        if (!growth)
            continue;
        const std::vector<std::int64_t> counts = summedByEnds(changes[site], ends.size(), &Change::count);
        DriftingSite found;
        found.site = sites.sites[site];
        found.since = steps[growth->since - 1].range.number;
        found.steps = ends.size() - growth->since;
        found.rises = growth->rises;
        found.bytesPerStep = growth->bytes / static_cast<std::int64_t>(found.steps);
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

// Of all allocations together; 0 where they do not grow.
std::int64_t growthPerStep(
    const std::vector<StepLevels>& steps, const Attribution& attribution, const std::stop_token& stop)
{
    Sites everywhere;
    everywhere.sites.emplace_back();
    everywhere.siteOf.assign(attribution.allocations.size(), 0);
    const std::vector<std::uint64_t> ends = endsOf(steps);
    const auto changes = changesBySite(attribution, everywhere, ends, stop);
    const std::vector<std::int64_t> levels = summedByEnds(changes.front(), ends.size(), &Change::bytes);
    const auto growth = growthOf(levels);
    return growth ? growth->bytes / static_cast<std::int64_t>(levels.size() - growth->since) : 0;
}

} // namespace

StepDrift stepDrift(const Recording& recording, std::size_t device, const DeviceHistory& history,
    const Attribution& attribution, SiteDetail detail, const std::stop_token& stop)
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
    if (whole.size() < StepDrift::fewestSteps)
        return drift;
    drift.sites = driftingSites(whole, attribution, sitesOf(recording, attribution, detail, stop), stop);
    std::int64_t together = 0;
    for (const DriftingSite& site : drift.sites)
        together += site.bytesPerStep;
    drift.bytesPerStep = drift.sites.empty() ? growthPerStep(whole, attribution, stop) : together;
    return drift;
}

} // namespace tidemark
