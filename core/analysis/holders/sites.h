// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/attribution.h"

#include <stop_token>
#include <string>
#include <vector>

namespace tidemark {

// How finely places that allocate are told apart.
enum class SiteDetail : std::uint8_t {
    Scope, // the innermost scope
    Place, // scope and operator, or else the program's own function, with its line
    Stack, // every frame
};

// A place that allocates, in words that do not depend on addresses: the same in every run of a program.
struct Site {
    std::string name; // "layers.3.attention · aten::linear", "forward (model.py:31)"
    // Tells it from all others: for stacks every frame, one a line, innermost first; else as `name`.
    std::string key;
    StackIndex stack; // that it was first met with
};

// Which allocation was made where.
struct Sites {
    std::vector<Site> sites; // in the order in which they were met
    std::vector<std::uint32_t> siteOf; // by place in Attribution::allocations
};

// `stop` ends it early: then `siteOf` is shorter.
Sites sitesOf(const Recording& recording, const Attribution& attribution, SiteDetail detail,
    const std::stop_token& stop = {});

} // namespace tidemark
