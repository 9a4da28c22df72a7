// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/grouping.h"

#include <string>
#include <vector>

namespace tidemark {

// Groups gathered into few enough bands to be told apart in a picture.
struct GroupBands {
    struct Band {
        std::string name; // of its group; "others"; "step 4 – step 7"
        std::uint32_t group = 0; // place in Grouping::groups: the first, or topmost, of its groups
        std::uint32_t groups = 1; // how many
        bool isOthers = false;
    };

    std::vector<Band> bands; // in stacking order, the lowest first; others last
    std::vector<std::uint32_t> bandOf; // by place in Grouping::groups
};

// At most `most` bands (at least 2): the groups that hold most at one moment, whose allocations are `alive`
// (see AliveAllocations::at), and one of all others. Modules are joined to the modules that hold them as far
// as it takes. Steps are not chosen by their size: neighbours share a band where there are more than `most`.
GroupBands groupBands(const Grouping& grouping, const Attribution& attribution,
    std::span<const std::uint32_t> alive, std::size_t most);

} // namespace tidemark
