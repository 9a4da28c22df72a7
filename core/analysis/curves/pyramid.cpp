// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/curves/pyramid.h"

#include <algorithm>
#include <limits>

namespace tidemark {

namespace {

constexpr Pyramid::Extremes none = {
    std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min(), 0};

// Ranges must be included from left to right: of equal maxima the first stays.
void include(Pyramid::Extremes& into, const Pyramid::Extremes& part, bool& isFirst)
{
    into.min = std::min(into.min, part.min);
    if (isFirst || part.max > into.max) {
        into.max = part.max;
        into.maxAt = part.maxAt;
    }
    isFirst = false;
}

Pyramid::Extremes scan(const Column<std::int64_t>& values, std::size_t begin, std::size_t end)
{
    if (begin >= end)
        return none;
    Pyramid::Extremes result = {values[begin], values[begin], begin};
    while (begin < end) {
        const auto run = values.run(begin, end);
        for (std::size_t i = 0; i < run.size(); ++i) {
            result.min = std::min(result.min, run[i]);
            if (run[i] > result.max) { // the first of equals stays
                result.max = run[i];
                result.maxAt = begin + i;
            }
        }
        begin += run.size();
    }
    return result;
}

} // namespace

void Pyramid::append(std::int64_t value)
{
    m_values.push_back(value);
    if (m_values.size() % leafSize != 0)
        return;
    if (m_levels.empty())
        m_levels.emplace_back();
    m_levels[0].push_back(scan(m_values, m_values.size() - leafSize, m_values.size()));
    for (std::size_t level = 0; m_levels[level].size() % fanOut == 0; ++level) {
        const std::size_t count = m_levels[level].size();
        Extremes parent = none;
        bool isFirst = true;
        for (std::size_t i = count - fanOut; i < count; ++i)
            include(parent, m_levels[level][i], isFirst);
        if (level + 1 == m_levels.size())
            m_levels.emplace_back();
        m_levels[level + 1].push_back(parent);
    }
}

// Climbs from `begin` through ever larger whole nodes, then descends to `end`.
Pyramid::Extremes Pyramid::extremes(std::size_t begin, std::size_t end) const
{
    const std::size_t firstLeafEdge = (begin + leafSize - 1) / leafSize * leafSize;
    const std::size_t lastLeafEdge = end / leafSize * leafSize;
    if (firstLeafEdge >= lastLeafEdge)
        return scan(m_values, begin, end);

    Extremes result = none;
    bool isFirst = true;
    if (begin < firstLeafEdge)
        include(result, scan(m_values, begin, firstLeafEdge), isFirst);
    std::size_t level = 0;
    std::size_t width = leafSize; // values under a node of `level`
    std::size_t node = firstLeafEdge / leafSize;
    for (;;) {
        const std::size_t stop = lastLeafEdge / width;
        while (node < stop && node % fanOut != 0)
            include(result, m_levels[level][node++], isFirst);
        if (node / fanOut >= stop / fanOut)
            break;
        node /= fanOut;
        width *= fanOut;
        ++level;
    }
    for (;;) {
        for (const std::size_t stop = lastLeafEdge / width; node < stop; ++node)
            include(result, m_levels[level][node], isFirst);
        if (level == 0)
            break;
        node *= fanOut;
        width /= fanOut;
        --level;
    }
    if (lastLeafEdge < end)
        include(result, scan(m_values, lastLeafEdge, end), isFirst);
    return result;
}

} // namespace tidemark
