// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layout/stack_plane.h"

#include "core/analysis/layout/live_stack.h"
#include "core/analysis/layout/shown_lives.h"

#include <algorithm>

namespace tidemark {

namespace {

// The places of the lives by the column in which they end: [first[c], first[c + 1]) of `slots`.
struct Endings {
    Endings(const std::vector<ShownLife>& lives, std::size_t columns)
        : first(columns + 2, 0)
        , slots(lives.size())
    {
        for (const ShownLife& life : lives)
            ++first[life.end + 1];
        for (std::size_t i = 1; i < first.size(); ++i)
            first[i] += first[i - 1];
        std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
        for (std::size_t slot = 0; slot < lives.size(); ++slot)
            slots[next[lives[slot].end]++] = static_cast<std::uint32_t>(slot);
    }

    std::span<const std::uint32_t> at(std::size_t column) const
    {
        return std::span(slots).subspan(first[column], first[column + 1] - first[column]);
    }

    std::vector<std::uint32_t> first;
    std::vector<std::uint32_t> slots;
};

// Goes from column to column and draws each from the lowest change on; below it is the column before.
class StackPainter {
public:
    StackPainter(const std::vector<Allocation>& allocations, const std::vector<ShownLife>& lives,
        std::size_t columns, const ByteRows& rows)
        : m_allocations(allocations)
        , m_lives(lives)
        , m_endings(lives, columns)
        , m_stack(lives.size())
        , m_rows(rows)
        , m_column(rows.rows, IdPlane::nothing)
    { }

    // The column's ids from the bottom up.
    const std::vector<std::uint32_t>& advance()
    {
        std::size_t lowest = m_lives.size();
        for (const std::uint32_t slot : m_endings.at(m_at)) {
            m_stack.remove(slot, bytesOf(slot));
            lowest = std::min<std::size_t>(lowest, slot);
        }
        for (; m_next < m_lives.size() && m_lives[m_next].begin == m_at; ++m_next) {
            m_stack.put(m_next, bytesOf(m_next));
            lowest = std::min(lowest, m_next);
        }
        if (lowest < m_lives.size())
            draw(m_rows.firstFrom(m_stack.beginOf(lowest)));
        ++m_at;
        return m_column;
    }

private:
    std::uint64_t bytesOf(std::size_t slot) const { return m_allocations[m_lives[slot].allocation].bytes; }

    void draw(std::size_t row)
    {
        const std::size_t top = m_rows.firstFrom(m_stack.total());
        while (row < top) {
            const LiveStack::Found found = m_stack.at(m_rows.centre(row));
            const std::uint64_t end = found.begin + bytesOf(found.slot);
            const std::uint32_t id = m_lives[found.slot].allocation;
            do
                m_column[row++] = id;
            while (row < top && m_rows.centre(row) < end);
        }
        std::fill(m_column.begin() + static_cast<std::ptrdiff_t>(row), m_column.end(), IdPlane::nothing);
    }

    const std::vector<Allocation>& m_allocations;
    const std::vector<ShownLife>& m_lives; // by place in the stack
    Endings m_endings;
    LiveStack m_stack;
    const ByteRows m_rows;
    std::vector<std::uint32_t> m_column;
    std::size_t m_at = 0; // column
    std::size_t m_next = 0; // life that has not begun
};

} // namespace

IdPlane stackPlane(const Attribution& attribution, const AliveAllocations& alive,
    std::span<const std::size_t> moments, const ByteRows& rows, const std::stop_token& stop)
{
    constexpr std::size_t together = 16; // columns written at once: a whole line of the processor's cache
    IdPlane plane{moments.size(), rows.rows, {}};
    plane.ids.assign(plane.columns * plane.rows, IdPlane::nothing);
    const std::vector<ShownLife> lives = shownLives(attribution, alive, moments, stop);
    StackPainter painter(attribution.allocations, lives, plane.columns, rows);
    std::vector<std::uint32_t> scratch(together * rows.rows);
    for (std::size_t first = 0; first < plane.columns; first += together) {
        if (stop.stop_requested())
            break;
        const std::size_t count = std::min(together, plane.columns - first);
        for (std::size_t i = 0; i < count; ++i) {
            const std::vector<std::uint32_t>& column = painter.advance();
            for (std::size_t row = 0; row < rows.rows; ++row)
                scratch[row * together + i] = column[row];
        }
        for (std::size_t row = 0; row < rows.rows; ++row)
            std::copy_n(scratch.begin() + static_cast<std::ptrdiff_t>(row * together), count,
                plane.ids.begin()
                    + static_cast<std::ptrdiff_t>((plane.rows - 1 - row) * plane.columns + first));
    }
    return plane;
}

} // namespace tidemark
