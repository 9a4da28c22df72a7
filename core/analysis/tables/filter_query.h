// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/allocation_filter.h"
#include "core/analysis/search/search_query.h"

#include <string>

namespace tidemark {

// A filter of allocations as the search that finds them in the table of allocations, and back: "size:1..512
// life:0..9", "-life:0.." for lives that are not known, "-free_requested>=1" for what is never freed. Events
// count from one.
std::string queryOf(const AllocationFilter& filter);

// Of the allocations that `among` holds. Fails where a search asks for more than a filter can, or for what
// none of them is: its sentence says for what.
Expected<AllocationFilter> allocationFilterOf(const SearchQuery& query, const AllocationFilter& among = {});

} // namespace tidemark
