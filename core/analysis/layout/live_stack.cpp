// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layout/live_stack.h"

namespace tidemark {

LiveStack::LiveStack(std::size_t count)
    : m_sums(count + 1, 0)
{
    while (m_top * 2 <= count)
        m_top *= 2;
}

// Unsigned sums wrap, so that adding the negative takes away.
void LiveStack::change(std::size_t slot, std::uint64_t by)
{
    m_total += by;
    for (std::size_t i = slot + 1; i < m_sums.size(); i += i & (~i + 1))
        m_sums[i] += by;
}

void LiveStack::put(std::size_t slot, std::uint64_t size)
{
    change(slot, size);
}

void LiveStack::remove(std::size_t slot, std::uint64_t size)
{
    change(slot, ~size + 1);
}

std::uint64_t LiveStack::beginOf(std::size_t slot) const
{
    std::uint64_t sum = 0;
    for (std::size_t i = slot; i > 0; i -= i & (~i + 1))
        sum += m_sums[i];
    return sum;
}

LiveStack::Found LiveStack::at(std::uint64_t height) const
{
    Found found;
    for (std::size_t step = m_top; step > 0; step /= 2) {
        const std::size_t next = found.slot + step;
        if (next >= m_sums.size() || found.begin + m_sums[next] > height)
            continue;
        found.slot = next;
        found.begin += m_sums[next];
    }
    return found;
}

} // namespace tidemark
