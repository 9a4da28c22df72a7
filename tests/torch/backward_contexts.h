// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace tidemark::tests {

// What a recorded training says of the allocations of its backward passes, on all devices.
struct BackwardContexts {
    std::uint64_t allocations = 0;
    std::uint64_t withOperator = 0;
    std::uint64_t withScope = 0; // in the module whose forward pass they belong to
    std::map<std::string, std::uint64_t> outside; // those without a scope, by their outermost operator
    std::set<std::string> threads; // that made them
};

BackwardContexts backwardContexts(const Recording& recording);

} // namespace tidemark::tests
