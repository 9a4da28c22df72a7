// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/allocation_places.h"

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <map>
#include <numeric>

namespace tidemark {

namespace {

bool isOfSegments(Action action)
{
    return action == Action::SegmentAlloc || action == Action::SegmentFree || action == Action::SegmentMap
        || action == Action::SegmentUnmap;
}

bool isSameSegment(const KnownSegment& known, const HeapSegment& segment)
{
    return known.stream == segment.stream && known.pool == segment.pool && known.isLarge == segment.isLarge
        && known.isExpandable == segment.isExpandable;
}

class PlaceFollower {
public:
    PlaceFollower(const Device& device, const DeviceHistory& history, const Attribution& attribution)
        : m_device(device)
        , m_history(history)
        , m_allocations(attribution.allocations)
        , m_state(history.stateAt(device, 0))
    {
        m_places.segmentOf.resize(m_allocations.size(), AllocationPlaces::noSegment);
        m_places.completed.resize(m_allocations.size(), Allocation::never);
        compareSegments(KnownSegment::beforeRecording);
        while (m_next < m_allocations.size() && m_allocations[m_next].event == Allocation::beforeRecording)
            place(m_next++);
    }

    void follow(std::uint64_t number)
    {
        const Event event = m_history.followed(m_device, number);
        m_state.apply(event, number);
        const bool isTakenOver = number + 1 == m_device.events.size() && m_history.endDiffers();
        if (isTakenOver) // replay takes over what the allocator itself reported
            m_state = m_history.stateAt(m_device, number + 1);
        if (isTakenOver)
            compareSegments(number);
        else if (isOfSegments(event.action) || m_state.level().reservedBytes != m_reserved)
            compareSegments(number, event);
        while (m_next < m_allocations.size() && m_allocations[m_next].event == number)
            place(m_next++);
        if (event.action == Action::FreeCompleted)
            complete(event.address, number);
    }

    AllocationPlaces take()
    {
        const std::vector<KnownSegment>& segments = m_places.segments;
        m_places.byAddress.resize(segments.size());
        std::iota(m_places.byAddress.begin(), m_places.byAddress.end(), std::uint32_t(0));
        std::stable_sort(m_places.byAddress.begin(), m_places.byAddress.end(),
            [&segments](std::uint32_t left, std::uint32_t right) {
                return segments[left].address < segments[right].address;
            });
        for (const KnownSegment& segment : segments)
            m_places.largest = std::max(m_places.largest, segment.bytes);
        return std::move(m_places);
    }

private:
    // Takes over which segments there are after an event that brought some or took some away.
    void compareSegments(std::uint64_t number) { compareSegments(number, 0, UINT64_MAX); }

    // An event changes the segments that share bytes with its range or touch it.
    void compareSegments(std::uint64_t number, const Event& event)
    {
        const auto behind = m_live.upper_bound(event.address);
        const std::uint64_t begin = behind == m_live.begin() ? event.address : std::prev(behind)->first;
        const std::uint64_t bytes = std::min(event.size, UINT64_MAX - 1 - event.address);
        compareSegments(number, std::min(begin, event.address), event.address + bytes + 1);
        if (m_live.size() != m_state.heap().segmentCount())
            compareSegments(number); // of a broken file: what it tells does not fit together
    }

    // Those that begin in [begin, end).
    void compareSegments(std::uint64_t number, std::uint64_t begin, std::uint64_t end)
    {
        m_reserved = m_state.level().reservedBytes;
        const auto first = m_live.lower_bound(begin);
        const auto last = m_live.lower_bound(end);
        std::map<std::uint64_t, std::uint32_t> before(first, last);
        m_live.erase(first, last);
        const HeapSegment* segment = m_state.heap().segmentIn(begin, end);
        if (segment && segment->address < begin) // only reaches into it
            segment = m_state.heap().segmentIn(segment->end(), end);
        for (; segment && segment->address < end; segment = m_state.heap().segmentIn(segment->end(), end)) {
            const auto known = before.find(segment->address);
            const bool isKnown =
                known != before.end() && isSameSegment(m_places.segments[known->second], *segment);
            const std::uint32_t place = isKnown ? known->second : add(*segment, number);
            if (isKnown)
                before.erase(known);
            m_live[segment->address] = place;
            m_places.segments[place].bytes = std::max(m_places.segments[place].bytes, segment->size);
            m_places.segments[place].mapped = segment->size;
        }
        for (const auto& [address, gone] : before) {
            m_places.segments[gone].end = number;
            m_places.segments[gone].mapped = 0;
        }
    }

    std::uint32_t add(const HeapSegment& segment, std::uint64_t event)
    {
        KnownSegment& added = m_places.segments.emplace_back();
        added.address = segment.address;
        added.begin = event;
        added.context = segment.context;
        added.stream = segment.stream;
        added.pool = segment.pool;
        added.isLarge = segment.isLarge;
        added.isExpandable = segment.isExpandable;
        return static_cast<std::uint32_t>(m_places.segments.size() - 1);
    }

    void place(std::size_t allocation)
    {
        const std::uint64_t address = m_allocations[allocation].address;
        m_last[address] = static_cast<std::uint32_t>(allocation);
        const auto behind = m_live.upper_bound(address);
        if (behind == m_live.begin())
            return;
        KnownSegment& segment = m_places.segments[std::prev(behind)->second];
        if (address - segment.address >= segment.bytes)
            return;
        m_places.segmentOf[allocation] = std::prev(behind)->second;
        ++segment.allocations;
    }

    void complete(std::uint64_t address, std::uint64_t event)
    {
        const auto last = m_last.find(address);
        if (last == m_last.end() || m_allocations[last->second].freeEvent > event)
            return;
        if (m_places.completed[last->second] == Allocation::never)
            m_places.completed[last->second] = event;
    }

    const Device& m_device;
    const DeviceHistory& m_history;
    const std::vector<Allocation>& m_allocations;
    HeapState m_state;
    AllocationPlaces m_places;
    std::size_t m_next = 0; // allocation to be placed
    std::int64_t m_reserved = 0;
    std::map<std::uint64_t, std::uint32_t> m_live; // segments by address
    boost::unordered_flat_map<std::uint64_t, std::uint32_t> m_last; // allocation that began last, by address
};

} // namespace

std::uint32_t AllocationPlaces::segmentAt(std::uint64_t address, std::uint64_t position) const
{
    auto next = std::upper_bound(byAddress.begin(), byAddress.end(), address,
        [this](std::uint64_t wanted, std::uint32_t place) { return wanted < segments[place].address; });
    // The nearest one below: of an expandable run that was cut, the largest size reaches into the next one.
    while (next != byAddress.begin()) {
        const std::uint64_t begin = segments[*std::prev(next)].address;
        if (address - begin >= largest)
            break;
        // Of those that began at one address, which lie there one after the other, the last that had come.
        const auto first = std::lower_bound(byAddress.begin(), next, begin,
            [this](std::uint32_t place, std::uint64_t wanted) { return segments[place].address < wanted; });
        next = std::partition_point(first, next, [this, position](std::uint32_t place) {
            const KnownSegment& segment = segments[place];
            return segment.begin == KnownSegment::beforeRecording || segment.begin < position;
        });
        if (next != first) {
            const KnownSegment& segment = segments[*std::prev(next)];
            if (address - begin < segment.bytes && segment.isThereAt(position))
                return *std::prev(next);
        }
        next = first;
    }
    return noSegment;
}

std::optional<AllocationPlaces> allocationPlaces(const Device& device, const DeviceHistory& history,
    const Attribution& attribution, const std::stop_token& stop)
{
    constexpr std::uint64_t eventsBetweenLooks = 65536;
    PlaceFollower follower(device, history, attribution);
    for (std::uint64_t number = 0; number < history.eventCount(); ++number) {
        if (number % eventsBetweenLooks == 0 && stop.stop_requested())
            return std::nullopt;
        follower.follow(number);
    }
    return follower.take();
}

} // namespace tidemark
