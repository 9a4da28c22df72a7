// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/group_bands.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr std::uint32_t noBand = UINT32_MAX;

GroupBands::Band bandOfGroup(const Grouping& grouping, std::uint32_t group)
{
    GroupBands::Band band;
    band.name = grouping.groups[group].name;
    band.group = group;
    return band;
}

// What each group holds together with those below it.
std::vector<std::uint64_t> totalsOf(
    const Grouping& grouping, const Attribution& attribution, std::span<const std::uint32_t> alive)
{
    std::vector<std::uint64_t> totals(grouping.groups.size());
    for (const GroupHolding& holding : holdingsOf(grouping, attribution, alive))
        totals[holding.group] = holding.totalBytes;
    return totals;
}

// The groups that stand for themselves and all below them: at first those without parents. The largest is
// divided again and again, as long as the parts find room or are most of everything.
class ModuleCut {
public:
    ModuleCut(const Grouping& grouping, const std::vector<std::uint64_t>& totals)
        : m_totals(totals)
        , m_children(grouping.groups.size())
    {
        for (std::uint32_t i = 0; i < grouping.groups.size(); ++i) {
            const std::uint32_t parent = grouping.groups[i].parent;
            (parent == MemoryGroup::noParent ? m_cut : m_children[parent]).push_back(i);
            m_whole += parent == MemoryGroup::noParent ? totals[i] : 0;
        }
    }

    std::vector<std::uint32_t> divide(std::size_t most)
    {
        while (true) {
            const auto largest = std::max_element(m_cut.begin(), m_cut.end(),
                [&](std::uint32_t left, std::uint32_t right) { return weight(left) < weight(right); });
            if (largest == m_cut.end() || weight(*largest) == 0)
                return m_cut;
            const std::uint32_t group = *largest;
            const bool fits = m_cut.size() + m_children[group].size() <= most;
            if (!fits && (m_cut.size() >= most || 2 * m_totals[group] < m_whole))
                return m_cut;
            // It stays, for what it holds itself.
            m_cut.insert(m_cut.end(), m_children[group].begin(), m_children[group].end());
            m_children[group].clear();
        }
    }

private:
    std::uint64_t weight(std::uint32_t group) const
    {
        return m_children[group].empty() ? 0 : m_totals[group];
    }

    const std::vector<std::uint64_t>& m_totals;
    std::vector<std::vector<std::uint32_t>> m_children; // not divided yet
    std::vector<std::uint32_t> m_cut;
    std::uint64_t m_whole = 0;
};

// Which of the chosen groups each group belongs to: itself, or the nearest one above it.
std::vector<std::uint32_t> chosenFor(const Grouping& grouping, const std::vector<std::uint32_t>& chosen)
{
    std::vector<std::uint32_t> result(grouping.groups.size(), noBand);
    for (const std::uint32_t group : chosen)
        result[group] = group;
    for (std::uint32_t i = 0; i < result.size(); ++i) // parents come first
        if (const std::uint32_t parent = grouping.groups[i].parent;
            result[i] == noBand && parent != MemoryGroup::noParent)
            result[i] = result[parent];
    return result;
}

// A band for each of `kept`, in the order of the groups, and one for the rest.
GroupBands bandsFor(
    const Grouping& grouping, const std::vector<std::uint32_t>& chosenOf, std::vector<std::uint32_t> kept)
{
    std::sort(kept.begin(), kept.end());
    GroupBands result;
    std::vector<std::uint32_t> bandOfChosen(grouping.groups.size(), noBand);
    for (const std::uint32_t group : kept) {
        bandOfChosen[group] = static_cast<std::uint32_t>(result.bands.size());
        result.bands.push_back(bandOfGroup(grouping, group));
        result.bands.back().groups = 0;
    }
    GroupBands::Band others;
    others.name = "others";
    others.isOthers = true;
    others.groups = 0;
    const auto place = static_cast<std::uint32_t>(result.bands.size());
    for (std::uint32_t i = 0; i < grouping.groups.size(); ++i) {
        std::uint32_t band = chosenOf[i] == noBand ? noBand : bandOfChosen[chosenOf[i]];
        if (band == noBand) {
            band = place;
            others.group = others.groups == 0 ? i : others.group;
        }
        ++(band == place ? others : result.bands[band]).groups;
        result.bandOf.push_back(band);
    }
    if (others.groups > 0)
        result.bands.push_back(std::move(others));
    return result;
}

GroupBands bandsOfSteps(const Grouping& grouping, std::size_t most)
{
    GroupBands result;
    const std::size_t count = grouping.groups.size();
    // What was made before or outside any step stays for itself.
    const auto steps = static_cast<std::size_t>(std::count_if(grouping.groups.begin(), grouping.groups.end(),
        [](const MemoryGroup& group) { return group.isTold; }));
    const std::size_t room = most > count - steps ? most - (count - steps) : 1;
    const std::size_t share = std::max<std::size_t>(1, (steps + room - 1) / room);
    for (std::uint32_t i = 0; i < count; ++i) {
        const bool joins = grouping.groups[i].isTold && !result.bands.empty()
            && grouping.groups[result.bands.back().group].isTold && result.bands.back().groups < share;
        if (joins) {
            GroupBands::Band& band = result.bands.back();
            ++band.groups;
            band.name =
                fmt::format("{} \u2013 {}", grouping.groups[band.group].name, grouping.groups[i].name);
        } else {
            result.bands.push_back(bandOfGroup(grouping, i));
        }
        result.bandOf.push_back(static_cast<std::uint32_t>(result.bands.size() - 1));
    }
    return result;
}

} // namespace

GroupBands groupBands(const Grouping& grouping, const Attribution& attribution,
    std::span<const std::uint32_t> alive, std::size_t most)
{
    if (grouping.by == GroupBy::Step)
        return bandsOfSteps(grouping, most);
    const std::vector<std::uint64_t> totals = totalsOf(grouping, attribution, alive);
    std::vector<std::uint32_t> chosen = ModuleCut(grouping, totals).divide(most);
    const std::vector<std::uint32_t> chosenOf = chosenFor(grouping, chosen);
    if (chosen.size() > most) {
        std::vector<std::uint64_t> held(grouping.groups.size()); // by the chosen group, at the moment
        for (const std::uint32_t place : alive)
            held[chosenOf[grouping.groupOf[place]]] += attribution.allocations[place].bytes;
        std::stable_sort(chosen.begin(), chosen.end(),
            [&](std::uint32_t left, std::uint32_t right) { return held[left] > held[right]; });
        chosen.resize(most - 1);
    }
    return bandsFor(grouping, chosenOf, std::move(chosen));
}

} // namespace tidemark
