// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/device_call.h"

#include "core/allocator/size_rules.h"
#include "core/base/bytes.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr std::size_t mostAllocsBetween = 64; // of other threads, between a segment and its alloc

bool isBirth(Action action)
{
    return action == Action::SegmentAlloc || action == Action::SegmentMap;
}

bool isRelease(Action action)
{
    return action == Action::SegmentFree || action == Action::SegmentUnmap;
}

std::string nameOf(std::size_t event)
{
    return "event " + formatExact(static_cast<std::int64_t>(event) + 1);
}

// Whether the alloc took memory that the segment event brought.
bool tookFrom(const Event& alloc, const Event& birth, const AllocatorSettings& settings)
{
    if (alloc.stream != birth.stream || alloc.size >= size_rules::refusalLimit)
        return false;
    if (birth.action == Action::SegmentAlloc)
        return alloc.address == birth.address;
    const std::uint64_t rounded = size_rules::roundSize(alloc.size, settings);
    return alloc.address < birth.address ? birth.address - alloc.address < rounded
                                         : alloc.address - birth.address < birth.size;
}

// The alloc behind the segment events [begin, end).
std::optional<std::size_t> allocBehind(
    const Device& device, std::size_t begin, std::size_t end, const AllocatorSettings& settings)
{
    const auto& actions = device.events.action();
    const Event birth = device.events[begin];
    std::size_t allocs = 0;
    for (std::size_t i = end; i < actions.size() && allocs < mostAllocsBetween; ++i) {
        if (actions[i] == Action::Oom && device.events.stream()[i] == birth.stream)
            return std::nullopt;
        if (actions[i] != Action::Alloc)
            continue;
        if (tookFrom(device.events[i], birth, settings))
            return i;
        ++allocs;
    }
    return std::nullopt;
}

// The segment event whose memory an alloc took at once.
std::optional<std::size_t> birthBefore(
    const Device& device, std::size_t alloc, const AllocatorSettings& settings)
{
    const Event taken = device.events[alloc];
    std::size_t allocs = 0;
    for (std::size_t i = alloc; i > 0 && allocs < mostAllocsBetween; --i) {
        const Event event = device.events[i - 1];
        if (isBirth(event.action)) {
            if (tookFrom(taken, event, settings)
                && allocBehind(device, i - 1, i, settings) == std::optional(alloc))
                return i - 1;
            if (event.stream == taken.stream)
                return std::nullopt;
        }
        if (event.action != Action::Alloc)
            continue;
        if (event.stream == taken.stream)
            return std::nullopt;
        ++allocs;
    }
    return std::nullopt;
}

void includeMaps(const Device& device, DeviceCall& call)
{
    const auto isSame = [&](std::size_t i) {
        return device.events.action()[i] == Action::SegmentMap
            && device.events.stream()[i] == device.events.stream()[call.begin];
    };
    while (call.begin > 0 && isSame(call.begin - 1))
        --call.begin;
    while (call.end < device.events.size() && isSame(call.end))
        ++call.end;
}

void includeReleases(const Device& device, DeviceCall& call)
{
    call.releasesBegin = call.begin;
    while (call.releasesBegin > 0 && isRelease(device.events.action()[call.releasesBegin - 1])) {
        --call.releasesBegin;
        ++call.releasedSegments;
        call.releasedBytes += device.events.sizes()[call.releasesBegin];
    }
}

} // namespace

Expected<DeviceCall> deviceCallOf(const Device& device, std::size_t event, const AllocatorSettings& settings)
{
    if (event >= device.events.size())
        return fail(fmt::format("there is no {}: the device has {} events", nameOf(event),
            formatExact(static_cast<std::int64_t>(device.events.size()))));
    const Action action = device.events.action()[event];
    DeviceCall call;
    if (isBirth(action) || action == Action::Oom) {
        call.begin = event;
    } else if (action == Action::Alloc) {
        const auto birth = birthBefore(device, event, settings);
        if (!birth)
            return fail(
                fmt::format("{} took a free block: nothing had to be reserved for it", nameOf(event)));
        call.begin = *birth;
    } else {
        return fail(fmt::format("{} is a {}: name a segment_alloc, a segment_map, an oom, or an alloc that "
                                "one of them served",
            nameOf(event), actionName(action)));
    }
    call.kind = device.events.action()[call.begin];
    call.end = call.begin + 1;
    if (call.kind == Action::SegmentMap)
        includeMaps(device, call);
    includeReleases(device, call);
    if (call.kind == Action::Oom)
        return call;
    for (std::size_t i = call.begin; i < call.end; ++i)
        call.bytes += device.events.sizes()[i];
    call.alloc = allocBehind(device, call.begin, call.end, settings);
    return call;
}

std::optional<std::size_t> segmentEventOf(
    const Device& device, const SegmentInfo& segment, std::uint64_t address, std::size_t position)
{
    const Action birth = segment.isExpandable ? Action::SegmentMap : Action::SegmentAlloc;
    const auto& actions = device.events.action();
    for (std::size_t i = std::min(position, actions.size()); i > 0; --i) {
        if (actions[i - 1] != birth)
            continue;
        const std::uint64_t begin = device.events.address()[i - 1];
        if (address >= begin && address - begin < device.events.sizes()[i - 1])
            return i - 1;
    }
    return std::nullopt;
}

} // namespace tidemark
