// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/trace/slice_lanes.h"

namespace tidemark {

std::size_t FreeLanes::laneOf(std::int64_t begin, std::int64_t end)
{
    for (; !m_busy.empty() && m_busy.top().first <= begin; m_busy.pop())
        m_free.push(m_busy.top().second);
    std::size_t lane = m_count;
    if (m_free.empty()) {
        ++m_count;
    } else {
        lane = m_free.top();
        m_free.pop();
    }
    m_busy.emplace(end, lane);
    return lane;
}

std::size_t NestedLanes::laneOf(std::int64_t begin, std::int64_t end)
{
    for (std::size_t lane = 0; lane < m_open.size(); ++lane) {
        std::vector<std::int64_t>& open = m_open[lane];
        while (!open.empty() && open.back() <= begin)
            open.pop_back();
        if (open.empty() || end <= open.back()) {
            open.push_back(end);
            return lane;
        }
    }
    m_open.push_back({end});
    return m_open.size() - 1;
}

} // namespace tidemark
