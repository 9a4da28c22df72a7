// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/attribution.h"
#include "core/trace/recording.h"

#include <algorithm>
#include <random>

namespace tidemark::tests {

struct RandomLives {
    std::size_t events = 1000;
    std::size_t before = 5; // alive at the first event
    std::size_t live = 40; // about so many at a time
    std::uint64_t largest = 100'000; // bytes
};

// Allocations as attribute() lists them, of a device that never was: frees in the middle, events that move
// nothing, allocations that end with the event that makes them or never, several that one event tells of, and
// some of no bytes.
inline Attribution randomLives(const RandomLives& options, std::mt19937_64& random)
{
    Attribution attribution;
    std::vector<std::size_t> live;
    const auto make = [&](std::uint64_t event) {
        Allocation allocation;
        allocation.event = event;
        allocation.bytes = random() % 16 == 0 ? random() % 3 : random() % options.largest + 1;
        allocation.address = 4096 + attribution.allocations.size() * options.largest;
        live.push_back(attribution.allocations.size());
        attribution.allocations.push_back(allocation);
    };
    for (std::size_t i = 0; i < options.before; ++i)
        make(Allocation::beforeRecording);
    for (std::uint64_t event = 0; event < options.events; ++event) {
        const std::uint64_t kind = random() % 64;
        if (kind == 0)
            continue;
        const bool makes = live.empty() || random() % (2 * options.live) >= live.size();
        for (std::uint64_t i = 0; makes && i < (kind == 1 ? 3U : 1U); ++i)
            make(event);
        if (makes && kind != 2)
            continue;
        const std::size_t place = random() % live.size();
        attribution.allocations[live[place]].freeEvent = event;
        live[place] = live.back();
        live.pop_back();
    }
    return attribution;
}

// The allocation at a height of the stack at a position, by walking all of them; SIZE_MAX above the top.
inline std::size_t stackedAt(const Attribution& attribution, std::size_t position, std::uint64_t height)
{
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < attribution.allocations.size(); ++i) {
        if (!attribution.allocations[i].isAliveAt(position))
            continue;
        sum += attribution.allocations[i].bytes;
        if (height < sum)
            return i;
    }
    return SIZE_MAX;
}

// Positions for columns: some far apart, some alike.
inline std::vector<std::size_t> randomMoments(
    std::size_t columns, std::size_t events, std::mt19937_64& random)
{
    std::vector<std::size_t> moments(columns);
    const std::size_t first = random() % (events + 1);
    const std::size_t width =
        random() % 3 == 0 ? std::min<std::size_t>(events - first, columns / 2) : events - first;
    for (std::size_t& moment : moments)
        moment = first + random() % (width + 1);
    std::sort(moments.begin(), moments.end());
    return moments;
}

// Leaves out each event with a chance of one in `odds`; none for 0.
inline Recording thinned(Recording recording, std::mt19937_64& random, unsigned odds)
{
    for (Device& device : recording.devices) {
        EventColumns kept;
        for (std::size_t i = 0; i < device.events.size(); ++i) {
            if (odds == 0 || random() % odds != 0)
                kept.append(device.events[i]);
        }
        device.events = kept;
    }
    return recording;
}

} // namespace tidemark::tests
