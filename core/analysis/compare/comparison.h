// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/sites.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tidemark {

// What the memory of two moments is told apart by. None of it depends on addresses.
enum class CompareBy : std::uint8_t { Scope, Place, Operator, Stack, Category, DataType, Module, Phase };

// "scope", "place", ...: as options spell them.
std::string_view compareByName(CompareBy by);
std::optional<CompareBy> compareByFromName(std::string_view name);

// One of the two: a moment of one device. Refers to what it was made from.
struct ComparedMoment {
    const Recording* recording = nullptr;
    std::size_t device = 0;
    const DeviceHistory* history = nullptr;
    const Attribution* attribution = nullptr;
    std::size_t position = 0; // as in DeviceHistory
};

// What one side holds of a group.
struct GroupAmount {
    std::uint64_t bytes = 0;
    std::uint64_t count = 0; // of allocations

    bool operator==(const GroupAmount&) const = default;
};

struct ComparedGroup {
    std::string name;
    std::string key; // see Site
    GroupAmount a;
    GroupAmount b;

    std::int64_t difference() const
    {
        return static_cast<std::int64_t>(b.bytes) - static_cast<std::int64_t>(a.bytes);
    }
};

struct MomentComparison {
    CompareBy by = CompareBy::Scope;
    // Largest difference first, either way; those that hold nothing on both sides are left out.
    std::vector<ComparedGroup> groups;
    Level a; // the device's figures at the two moments
    Level b;

    // Groups that only A has, that both have, that only B has, and what they hold together.
    struct Share {
        std::size_t groups = 0;
        GroupAmount a;
        GroupAmount b;
    };
    Share onlyA;
    Share both;
    Share onlyB;
};

// What is alive at the two moments. The sums over all groups are the allocated bytes of each side, unless
// `stop` ends it early. An attribution of what is alive alone (see onlyThese()) serves as well, and faster.
MomentComparison compareMoments(
    const ComparedMoment& a, const ComparedMoment& b, CompareBy by, const std::stop_token& stop = {});

} // namespace tidemark
