// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/attribution.h"

#include "core/analysis/holders/allocation_follower.h"
#include "core/analysis/holders/category_guess.h"

#include <algorithm>
#include <utility>

namespace tidemark {

namespace {

// How many allocations the events may begin, so that a long list is made in one piece.
std::size_t allocationCount(const EventColumns& events)
{
    std::size_t count = 0;
    for (std::size_t begin = 0; begin < events.size();) {
        const auto actions = events.action().run(begin, events.size());
        count += static_cast<std::size_t>(std::count(actions.begin(), actions.end(), Action::Alloc));
        begin += actions.size();
    }
    return count;
}

// The labels that found an allocation, by event.
struct FoundLabels {
    std::vector<std::uint32_t> label; // place in Device::tensors
    std::vector<std::uint32_t> allocation;
};

// Takes the labels that hold before the follower's next event.
void matchLabels(
    const Device& device, const AllocationFollower& follower, std::size_t& next, FoundLabels& found)
{
    for (; next < device.tensors.size(); ++next) {
        const TensorLabel& label = device.tensors[next];
        if (label.event > follower.position())
            return;
        const std::uint32_t allocation = follower.liveAt(label.address);
        if (allocation == AllocationFollower::none)
            continue;
        found.label.push_back(static_cast<std::uint32_t>(next));
        found.allocation.push_back(allocation);
    }
}

// Sorts the labels to their allocations, in each by event, behind those that it has already.
void groupLabels(const Device& device, const FoundLabels& found, Attribution& attribution)
{
    if (found.label.empty())
        return;
    std::vector<std::uint32_t> added(attribution.allocations.size());
    for (const std::uint32_t allocation : found.allocation)
        ++added[allocation];
    const std::vector<TensorLabel> before = std::move(attribution.labels);
    attribution.labels.assign(before.size() + found.label.size(), {});
    std::uint32_t first = 0;
    for (std::size_t i = 0; i < added.size(); ++i) {
        Allocation& allocation = attribution.allocations[i];
        if (allocation.labelCount + added[i] == 0)
            continue;
        if (allocation.labelCount > 0)
            std::copy_n(before.begin() + allocation.firstLabel, allocation.labelCount,
                attribution.labels.begin() + first);
        allocation.firstLabel = first;
        first += allocation.labelCount + added[i];
    }
    for (std::size_t i = 0; i < found.label.size(); ++i) {
        Allocation& allocation = attribution.allocations[found.allocation[i]];
        attribution.labels[allocation.firstLabel + allocation.labelCount++] = device.tensors[found.label[i]];
    }
}

void chooseCategories(const Recording& recording, std::size_t device, Attribution& attribution)
{
    const CategoryGuess guess(recording, device);
    for (Allocation& allocation : attribution.allocations) {
        if (allocation.labelCount == 0) {
            allocation.category = guess.of(allocation);
            continue;
        }
        allocation.category = attribution.labels[allocation.firstLabel].category;
        allocation.dataType = attribution.labels[allocation.firstLabel].dataType;
    }
}

// Whether all that was followed stays as it is: a label that came late would tell of it.
bool isBeginning(const Attribution& earlier, const Device& device, const DeviceHistory& history)
{
    return earlier.eventsFollowed > 0 && earlier.eventsFollowed <= history.eventCount()
        && earlier.labelsFollowed <= device.tensors.size()
        && (earlier.labelsFollowed == device.tensors.size()
            || device.tensors[earlier.labelsFollowed].event >= earlier.eventsFollowed);
}

// Follows the events behind those that `attribution` tells of.
Attribution followOn(Attribution attribution, const Recording& recording, std::size_t device,
    const DeviceHistory& history, const std::stop_token& stop, Progress* progress)
{
    constexpr std::size_t eventsBetweenLooks = 16384;
    const std::uint64_t doneBefore = progress ? progress->done.load() : 0;
    const Device& followed = recording.devices[device];
    attribution.hasLabels = !followed.tensors.empty();
    if (attribution.eventsFollowed == 0)
        attribution.allocations.reserve(allocationCount(followed.events));
    AllocationFollower follower(followed, history, attribution.allocations, attribution.eventsFollowed);
    FoundLabels found;
    std::size_t label = attribution.labelsFollowed;
    while (follower.position() < history.eventCount()) {
        if (follower.position() % eventsBetweenLooks == 0) {
            if (stop.stop_requested())
                break;
            if (progress)
                progress->done = doneBefore + follower.position();
        }
        matchLabels(followed, follower, label, found);
        follower.advance();
    }
    matchLabels(followed, follower, label, found);
    groupLabels(followed, found, attribution);
    chooseCategories(recording, device, attribution);
    attribution.eventsFollowed = history.endDiffers() ? 0 : follower.position();
    attribution.labelsFollowed = label;
    if (progress)
        progress->done = doneBefore + follower.position();
    return attribution;
}

} // namespace

std::span<const TensorLabel> Attribution::labelsOf(const Allocation& allocation) const
{
    if (allocation.labelCount == 0)
        return {};
    return std::span(labels).subspan(allocation.firstLabel, allocation.labelCount);
}

const Allocation* Attribution::madeBy(std::uint64_t event) const
{
    const auto isBefore = [](const Allocation& allocation, std::uint64_t wanted) {
        return allocation.event == Allocation::beforeRecording || allocation.event < wanted;
    };
    const auto found = std::lower_bound(allocations.begin(), allocations.end(), event, isBefore);
    const bool isMade = found != allocations.end() && found->event == event && found->isTold;
    return isMade ? &*found : nullptr;
}

Attribution attribute(const Recording& recording, std::size_t device, const DeviceHistory& history,
    const std::stop_token& stop, Progress* progress)
{
    return followOn({}, recording, device, history, stop, progress);
}

Attribution attributeFurther(const Attribution& earlier, const Recording& recording, std::size_t device,
    const DeviceHistory& history, const std::stop_token& stop, Progress* progress)
{
    const bool canGoOn = isBeginning(earlier, recording.devices[device], history);
    return followOn(canGoOn ? earlier : Attribution(), recording, device, history, stop, progress);
}

} // namespace tidemark
