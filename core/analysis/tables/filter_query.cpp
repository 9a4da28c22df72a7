// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/filter_query.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

std::string numbersOf(const AllocationFilter::Range& range, std::string_view unit)
{
    if (range.most == UINT64_MAX)
        return fmt::format("{}{}..", range.least, unit);
    return fmt::format("{}{}..{}{}", range.least, unit, range.most, unit);
}

void addLife(std::string& query, const AllocationFilter::Life& life, std::string_view unit)
{
    query += life.isUnknown ? fmt::format(" -life:0{}..", unit)
                            : fmt::format(" life:{}", numbersOf(life.range, unit));
}

// The values that both hold.
AllocationFilter::Range both(const AllocationFilter::Range& range, const RangeTerm& term)
{
    return {std::max(range.least, term.least), std::min(range.most, term.most)};
}

Expected<void> addLife(std::optional<AllocationFilter::Life>& life, const RangeTerm& term, bool isExcluded)
{
    const bool isAny = term.least == 0 && term.most == UINT64_MAX;
    if (isExcluded && !isAny)
        return fail("a filter cannot leave out a part of the lives: only -life:0.., those not known");
    if (life && life->isUnknown != isExcluded)
        return fail("no life is both known and not known");
    if (isExcluded)
        life = AllocationFilter::Life{{}, true};
    else
        life = AllocationFilter::Life{both(life ? life->range : AllocationFilter::Range{}, term), false};
    return life->range.least > life->range.most ? fail("no life is as long as that") : Expected<void>();
}

Expected<void> addTerm(AllocationFilter& filter, const RangeTerm& term, bool isExcluded)
{
    if (term.column == "life")
        return addLife(filter.lifeEvents, term, isExcluded);
    if (term.column == "life_us")
        return addLife(filter.lifeUs, term, isExcluded);
    if (term.column == "free_requested" && isExcluded && term.least == 0 && term.most == UINT64_MAX) {
        filter.isNeverFreed = true;
        return {};
    }
    if (term.column != "size" || isExcluded)
        return fail(
            fmt::format("a filter knows size and life, and not {}{}", isExcluded ? "-" : "", term.column));
    filter.size = both(filter.size.value_or(AllocationFilter::Range{}), term);
    return filter.size->least > filter.size->most ? fail("no size is as large as that") : Expected<void>();
}

} // namespace

std::string queryOf(const AllocationFilter& filter)
{
    std::string query;
    if (filter.size)
        query += " size:" + numbersOf(*filter.size, "");
    if (filter.lifeEvents)
        addLife(query, *filter.lifeEvents, "");
    if (filter.lifeUs)
        addLife(query, *filter.lifeUs, "us");
    if (filter.isNeverFreed)
        query += " -free_requested>=1";
    return query.empty() ? query : query.substr(1);
}

Expected<AllocationFilter> allocationFilterOf(const SearchQuery& query, const AllocationFilter& among)
{
    AllocationFilter filter = among;
    for (const SearchTerm& term : query.terms) {
        const auto* range = std::get_if<RangeTerm>(&term.what);
        if (!range)
            return fail("a filter knows size and life, and no texts and addresses");
        if (auto added = addTerm(filter, *range, term.isExcluded); !added)
            return tl::unexpected(added.error());
    }
    return filter;
}

} // namespace tidemark
