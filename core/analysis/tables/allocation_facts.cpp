// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/allocation_facts.h"

#include <algorithm>
#include <utility>

namespace tidemark {

std::optional<std::size_t> AllocationFacts::allocationAt(std::uint64_t position, std::uint64_t address) const
{
    for (const std::uint32_t place : alive->at(*attribution, position)) {
        const Allocation& known = allocation(place);
        if (address >= known.address && address - known.address < known.bytes)
            return place;
    }
    return std::nullopt;
}

std::shared_ptr<const AllocationFacts> allocationFacts(
    std::shared_ptr<const AnalyzedRecording> recording, std::size_t device, const std::stop_token& stop)
{
    auto attribution = std::make_shared<const Attribution>(
        attribute(recording->recording, device, recording->histories[device], stop));
    if (stop.stop_requested())
        return nullptr;
    auto alive = std::make_shared<const AliveAllocations>(*attribution);
    return allocationFacts(std::move(recording), device, std::move(attribution), std::move(alive), stop);
}

std::shared_ptr<const AllocationFacts> allocationFacts(std::shared_ptr<const AnalyzedRecording> recording,
    std::size_t device, std::shared_ptr<const Attribution> attribution,
    std::shared_ptr<const AliveAllocations> alive, const std::stop_token& stop)
{
    auto places = allocationPlaces(
        recording->recording.devices[device], recording->histories[device], *attribution, stop);
    if (!places)
        return nullptr;
    return std::make_shared<const AllocationFacts>(AllocationFacts{
        std::move(recording), device, std::move(attribution), std::move(alive), std::move(*places)});
}

} // namespace tidemark
