// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/held_curves.h"

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>

namespace tidemark {

namespace {

// A block that its program gave back, and that waits for another stream.
struct WaitingBlock {
    std::uint64_t freeEvent = 0;
    std::uint64_t address = 0;
    std::int64_t bytes = 0;
};

class HeldCurves {
public:
    HeldCurves(const Device& device, const DeviceHistory& history, const Attribution& attribution,
        const MemoryFilter& filter, Progress* progress, const std::stop_token& stop)
        : m_device(device)
        , m_history(history)
        , m_allocations(attribution.allocations)
        , m_filter(filter)
        , m_held(filter, device)
        , m_progress(progress)
        , m_stop(stop)
        , m_changes(history.eventCount())
    {
        if (m_progress)
            m_progress->total = 2 * (m_allocations.size() + m_changes.size());
    }

    std::optional<FilteredHistory> find()
    {
        Pyramid allocated;
        Pyramid active;
        if (!addLives() || !sumUp(allocated) || !addWaits() || !sumUp(active))
            return std::nullopt;
        Pyramid inPlaceOfReserved = active;
        return FilteredHistory(m_filter, {m_before, m_before, m_before},
            {std::move(allocated), std::move(active), std::move(inPlaceOfReserved)});
    }

private:
    bool mayGoOn()
    {
        constexpr std::uint64_t stepsBetweenLooks = 65536;
        if (m_done++ % stepsBetweenLooks != 0)
            return true;
        if (m_progress)
            m_progress->done = m_done;
        return !m_stop.stop_requested();
    }

    bool addLives()
    {
        for (const Allocation& allocation : m_allocations) {
            if (!mayGoOn())
                return false;
            if (!m_held.hold(allocation))
                continue;
            const auto bytes = static_cast<std::int64_t>(allocation.bytes);
            if (allocation.event == Allocation::beforeRecording)
                m_before += bytes;
            else if (allocation.event < m_changes.size())
                m_changes[allocation.event] += bytes;
            if (allocation.freeEvent < m_changes.size())
                m_changes[allocation.freeEvent] -= bytes;
        }
        return true;
    }

    bool sumUp(Pyramid& curve)
    {
        std::int64_t sum = m_before;
        for (const std::int64_t change : m_changes) {
            if (!mayGoOn())
                return false;
            curve.append(sum += change);
        }
        return true;
    }

    // Makes changes of active of those of allocated.
    bool addWaits()
    {
        std::vector<WaitingBlock> longer;
        for (const Allocation& allocation : m_allocations) {
            if (!mayGoOn())
                return false;
            if (allocation.freeEvent >= m_changes.size() || !m_held.hold(allocation))
                continue;
            const Event freed = m_history.followed(m_device, allocation.freeEvent);
            if (freed.action != Action::FreeRequested || freed.address != allocation.address)
                continue;
            const auto bytes = static_cast<std::int64_t>(allocation.bytes);
            m_changes[allocation.freeEvent] += bytes;
            const std::uint64_t next = allocation.freeEvent + 1;
            if (next < m_changes.size() && ends(m_history.followed(m_device, next), allocation.address))
                m_changes[next] -= bytes; // nearly always
            else
                longer.push_back({allocation.freeEvent, allocation.address, bytes});
        }
        return longer.empty() || endWaits(std::move(longer));
    }

    // An alloc proves that the block is back, too, where a file lacks events.
    static bool ends(const Event& event, std::uint64_t address)
    {
        return event.address == address
            && (event.action == Action::FreeCompleted || event.action == Action::Alloc);
    }

    bool endWaits(std::vector<WaitingBlock> blocks)
    {
        const auto isEarlier = [](const WaitingBlock& left, const WaitingBlock& right) {
            return left.freeEvent < right.freeEvent;
        };
        std::sort(blocks.begin(), blocks.end(), isEarlier);
        boost::unordered_flat_map<std::uint64_t, std::int64_t> waiting; // bytes by address
        auto next = blocks.begin();
        for (std::uint64_t event = blocks.front().freeEvent; event < m_changes.size(); ++event) {
            if (event % 65536 == 0 && m_stop.stop_requested())
                return false;
            if (waiting.empty() && next == blocks.end())
                break;
            const Action action = m_device.events.action()[event];
            const auto ended = action == Action::FreeCompleted || action == Action::Alloc
                ? waiting.find(m_device.events.address()[event])
                : waiting.end();
            if (ended != waiting.end()) {
                m_changes[event] -= ended->second;
                waiting.erase(ended);
            }
            for (; next != blocks.end() && next->freeEvent == event; ++next)
                waiting[next->address] = next->bytes;
        }
        endWithReport(waiting);
        return true;
    }

    // Behind the last event stands what the allocator itself reported.
    void endWithReport(const boost::unordered_flat_map<std::uint64_t, std::int64_t>& waiting)
    {
        if (waiting.empty() || !m_history.endDiffers())
            return;
        boost::unordered_flat_map<std::uint64_t, std::int64_t> gone = waiting;
        for (const BlockInfo& block : m_history.segmentsAt(m_device, m_changes.size()).blocks)
            if (block.state == BlockState::ActivePendingFree)
                gone.erase(block.address);
        for (const auto& [address, bytes] : gone)
            m_changes.back() -= bytes;
    }

    const Device& m_device;
    const DeviceHistory& m_history;
    const std::vector<Allocation>& m_allocations;
    const MemoryFilter& m_filter;
    HeldAllocations m_held;
    Progress* m_progress;
    const std::stop_token& m_stop;
    std::vector<std::int64_t> m_changes; // by event
    std::int64_t m_before = 0;
    std::uint64_t m_done = 0;
};

} // namespace

std::optional<FilteredHistory> heldCurves(const Device& device, const DeviceHistory& history,
    const Attribution& attribution, const MemoryFilter& filter, Progress* progress,
    const std::stop_token& stop)
{
    return HeldCurves(device, history, attribution, filter, progress, stop).find();
}

} // namespace tidemark
