// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tidemark {

struct AllocatorSettings;

// The points in which PyTorch's releases decide differently, as plain switches. The defaults are those
// of 2.11. Everything else (constants, best fit, split and merge rules, order of events) is the same from 2.1
// on.
struct PolicyVersion {
    // When pools that were declared for it serve a request of the default pool that found no memory.
    enum class UseOnOom : std::uint8_t {
        Never, // before 2.8
        AfterRetry, // PR 151487: when everything else has failed
        BeforeReleases, // PR 169699: before anything is given back to the device
    };

    // 2.5, PR 128068: before, private pools never grow by expandable segments.
    bool expandableInPrivatePools = true;
    // 2.5, PR 134338: before, a release under max_split_size_mb or garbage collection that came to a block of
    // an expandable segment stopped the program with an internal assertion; the request fails then.
    bool releasesSkipExpandable = true;
    // 2.6, PR 136174: before, the slack of an oversize block is 20 MiB whatever max_non_split_rounding_mb
    // says.
    bool hasMaxNonSplitRounding = true;
    // Up to 2.5 setMemoryFraction(1) sets a limit, and so turns garbage collection on; later it sets none.
    bool limitsAtFullFraction = false;
    UseOnOom useOnOom = UseOnOom::BeforeReleases;
    // 2.11: of nested pools the one begun last is asked first; before, the one begun first.
    bool asksNewestPoolFirst = true;
    // 2.11, PR 172056: before, a large segment and the page of a large expandable one are always 20 MiB.
    bool hasLargeSegmentSize = true;
    // 2.11: before, expandable_segments:True counts as in force (a block is cut from 512 bytes of rest on,
    // and expandable blocks are looked at) even for a request that cannot be expandable.
    bool hasExpandablePerRequest = true;

    // The policy of a release, "2.1" to "2.11", with or without a patch number and local part
    // ("2.5.1+cu124"). Later releases decide as 2.11 does; 2.0 and older are refused, since their allocator
    // was another one.
    static Expected<PolicyVersion> parse(std::string_view release);

    // The settings with what this release would not have listened to at its default.
    AllocatorSettings heard(AllocatorSettings settings) const;

    bool operator==(const PolicyVersion&) const = default;
};

} // namespace tidemark
