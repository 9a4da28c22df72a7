// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/comparison.h"

#include "core/analysis/holders/grouping.h"

#include <algorithm>
#include <array>
#include <boost/unordered/unordered_flat_map.hpp>

namespace tidemark {

namespace {

constexpr std::array<std::string_view, 8> compareByNames = {
    "scope", "place", "operator", "stack", "category", "dtype", "module", "phase"};

std::optional<SiteDetail> siteDetailOf(CompareBy by)
{
    switch (by) {
    case CompareBy::Scope:
        return SiteDetail::Scope;
    case CompareBy::Place:
        return SiteDetail::Place;
    case CompareBy::Stack:
        return SiteDetail::Stack;
    default:
        return std::nullopt;
    }
}

GroupBy groupByOf(CompareBy by)
{
    switch (by) {
    case CompareBy::Operator:
        return GroupBy::Operator;
    case CompareBy::DataType:
        return GroupBy::DataType;
    case CompareBy::Module:
        return GroupBy::Module;
    case CompareBy::Phase:
        return GroupBy::Phase;
    default:
        return GroupBy::Category;
    }
}

// The groups of one side, by names that the other side has too.
Sites groupsOf(const ComparedMoment& moment, CompareBy by, const std::stop_token& stop)
{
    if (const auto detail = siteDetailOf(by))
        return sitesOf(*moment.recording, *moment.attribution, *detail, stop);
    Grouping grouping =
        groupAllocations(*moment.recording, moment.device, *moment.attribution, groupByOf(by), stop);
    Sites sites;
    for (MemoryGroup& group : grouping.groups)
        sites.sites.push_back({group.name, std::move(group.name), group.stack});
    sites.siteOf = std::move(grouping.groupOf);
    return sites;
}

class Comparer {
public:
    void add(const ComparedMoment& moment, CompareBy by, GroupAmount ComparedGroup::*side,
        const std::stop_token& stop)
    {
        const Sites sites = groupsOf(moment, by, stop);
        const std::vector<Allocation>& allocations = moment.attribution->allocations;
        for (std::size_t i = 0; i < sites.siteOf.size(); ++i) {
            if (!allocations[i].isAliveAt(moment.position))
                continue;
            GroupAmount& amount = group(sites.sites[sites.siteOf[i]]).*side;
            amount.bytes += allocations[i].bytes;
            ++amount.count;
        }
    }

    std::vector<ComparedGroup> take()
    {
        std::stable_sort(
            m_groups.begin(), m_groups.end(), [](const ComparedGroup& left, const ComparedGroup& right) {
                return std::abs(left.difference()) > std::abs(right.difference());
            });
        return std::move(m_groups);
    }

private:
    ComparedGroup& group(const Site& site)
    {
        const auto [found, isNew] = m_places.try_emplace(site.key, m_groups.size());
        if (isNew)
            m_groups.push_back({site.name, site.key, {}, {}});
        return m_groups[found->second];
    }

    std::vector<ComparedGroup> m_groups;
    boost::unordered_flat_map<std::string, std::size_t> m_places; // by key
};

void countShare(MomentComparison::Share& share, const ComparedGroup& group)
{
    ++share.groups;
    share.a.bytes += group.a.bytes;
    share.a.count += group.a.count;
    share.b.bytes += group.b.bytes;
    share.b.count += group.b.count;
}

} // namespace

std::string_view compareByName(CompareBy by)
{
    return compareByNames[static_cast<std::size_t>(by)];
}

std::optional<CompareBy> compareByFromName(std::string_view name)
{
    const auto found = std::find(compareByNames.begin(), compareByNames.end(), name);
    if (found == compareByNames.end())
        return std::nullopt;
    return static_cast<CompareBy>(found - compareByNames.begin());
}

MomentComparison compareMoments(
    const ComparedMoment& a, const ComparedMoment& b, CompareBy by, const std::stop_token& stop)
{
    Comparer comparer;
    comparer.add(a, by, &ComparedGroup::a, stop);
    comparer.add(b, by, &ComparedGroup::b, stop);
    MomentComparison comparison;
    comparison.by = by;
    comparison.groups = comparer.take();
    comparison.a = a.history->levelAt(a.recording->devices[a.device], a.position);
    comparison.b = b.history->levelAt(b.recording->devices[b.device], b.position);
    for (const ComparedGroup& group : comparison.groups) {
        const bool isBoth = group.a.count > 0 && group.b.count > 0;
        countShare(isBoth ? comparison.both : group.a.count > 0 ? comparison.onlyA : comparison.onlyB, group);
    }
    return comparison;
}

} // namespace tidemark
