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

// Sorts the labels to their allocations, in each by event.
void groupLabels(const Device& device, const FoundLabels& found, Attribution& attribution)
{
    for (const std::uint32_t allocation : found.allocation)
        ++attribution.allocations[allocation].labelCount;
    std::uint32_t first = 0;
    for (Allocation& allocation : attribution.allocations) {
        if (allocation.labelCount == 0)
            continue;
        allocation.firstLabel = first;
        first += std::exchange(allocation.labelCount, 0);
    }
    attribution.labels.resize(found.label.size());
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
    constexpr std::size_t eventsBetweenLooks = 16384;
    const std::uint64_t doneBefore = progress ? progress->done.load() : 0;
    const Device& followed = recording.devices[device];
    Attribution attribution;
    attribution.hasLabels = !followed.tensors.empty();
    attribution.allocations.reserve(allocationCount(followed.events));
    AllocationFollower follower(followed, history, attribution.allocations);
    FoundLabels found;
    std::size_t label = 0;
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
    return attribution;
}

} // namespace tidemark
