// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/alive_allocations.h"

#include <algorithm>

namespace tidemark {

AliveAllocations::AliveAllocations(const Attribution& attribution, const std::stop_token& stop)
{
    constexpr std::size_t leastDistance = 8192;
    const std::vector<Allocation>& all = attribution.allocations;
    std::vector<std::uint32_t> alive; // of those before `i`: some that are no more, too
    std::size_t due = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].event != Allocation::beforeRecording && i >= due) {
            if (stop.stop_requested())
                return;
            const std::uint64_t position = all[i].event;
            // Also those that begin with this very event are alive behind it.
            std::erase_if(alive, [&](std::uint32_t place) {
                return all[place].freeEvent != Allocation::never && all[place].freeEvent < position;
            });
            m_checkpoints.push_back({position, m_alive.size(), alive.size(), i});
            m_alive.insert(m_alive.end(), alive.begin(), alive.end());
            // So far apart that the checkpoints together hold no more than there are allocations.
            due = i + std::max(leastDistance, alive.size());
        }
        alive.push_back(static_cast<std::uint32_t>(i));
    }
}

std::vector<std::uint32_t> AliveAllocations::at(const Attribution& attribution, std::size_t position) const
{
    const std::vector<Allocation>& all = attribution.allocations;
    const auto behind = std::upper_bound(m_checkpoints.begin(), m_checkpoints.end(), position,
        [](std::size_t wanted, const Checkpoint& checkpoint) { return wanted < checkpoint.position; });
    const Checkpoint from = behind == m_checkpoints.begin() ? Checkpoint{} : *(behind - 1);
    std::vector<std::uint32_t> alive;
    for (const std::uint32_t place : std::span(m_alive).subspan(from.firstAlive, from.aliveCount))
        if (all[place].isAliveAt(position))
            alive.push_back(place);
    for (std::size_t i = from.next; i < all.size(); ++i) {
        if (all[i].event != Allocation::beforeRecording && all[i].event >= position)
            break;
        if (all[i].isAliveAt(position))
            alive.push_back(static_cast<std::uint32_t>(i));
    }
    return alive;
}

Attribution onlyThese(const Attribution& attribution, std::span<const std::uint32_t> places)
{
    Attribution only;
    only.hasLabels = attribution.hasLabels;
    only.allocations.reserve(places.size());
    for (const std::uint32_t place : places) {
        Allocation allocation = attribution.allocations[place];
        if (allocation.labelCount > 0) {
            const std::span<const TensorLabel> labels = attribution.labelsOf(allocation);
            allocation.firstLabel = static_cast<std::uint32_t>(only.labels.size());
            only.labels.insert(only.labels.end(), labels.begin(), labels.end());
        }
        only.allocations.push_back(allocation);
    }
    return only;
}

} // namespace tidemark
