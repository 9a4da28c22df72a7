// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layout/segment_plane.h"

#include "core/analysis/layout/shown_lives.h"

#include <algorithm>

namespace tidemark {

namespace {

// The first column whose moment is behind an event.
std::size_t columnBehind(std::span<const std::size_t> moments, std::uint64_t event)
{
    return static_cast<std::size_t>(
        std::upper_bound(moments.begin(), moments.end(), event) - moments.begin());
}

// Fills rectangles of addresses by columns.
class RectanglePainter {
public:
    RectanglePainter(IdPlane& plane, const AddressLayout& layout, const ByteRows& rows)
        : m_plane(plane)
        , m_layout(layout)
        , m_rows(rows)
    { }

    void fill(std::uint64_t address, std::uint64_t size, std::size_t begin, std::size_t end, std::uint32_t id)
    {
        const auto place = begin < end ? m_layout.toAxis(address) : std::nullopt;
        if (!place)
            return;
        const std::size_t first = m_rows.firstFrom(*place);
        const std::size_t last = m_rows.firstFrom(*place + size);
        for (std::size_t row = first; row < last; ++row) {
            const auto line = m_plane.ids.begin() + static_cast<std::ptrdiff_t>(row * m_plane.columns);
            std::fill(line + static_cast<std::ptrdiff_t>(begin), line + static_cast<std::ptrdiff_t>(end), id);
        }
    }

private:
    IdPlane& m_plane;
    const AddressLayout& m_layout;
    const ByteRows& m_rows;
};

} // namespace

IdPlane segmentPlane(const Attribution& attribution, const AliveAllocations& alive,
    std::span<const ReservedPiece> pieces, const AddressLayout& layout, std::span<const std::size_t> moments,
    const ByteRows& rows, const std::stop_token& stop)
{
    IdPlane plane{moments.size(), rows.rows, {}};
    plane.ids.assign(plane.columns * plane.rows, IdPlane::nothing);
    RectanglePainter painter(plane, layout, rows);
    for (const ReservedPiece& piece : pieces) {
        const std::size_t begin =
            piece.event == ReservedPiece::beforeRecording ? 0 : columnBehind(moments, piece.event);
        const std::size_t end =
            piece.freeEvent == ReservedPiece::never ? moments.size() : columnBehind(moments, piece.freeEvent);
        painter.fill(piece.address, piece.size, begin, end, IdPlane::freeMemory);
    }
    for (const ShownLife& life : shownLives(attribution, alive, moments, stop)) {
        const Allocation& allocation = attribution.allocations[life.allocation];
        painter.fill(allocation.address, allocation.bytes, life.begin, life.end, life.allocation);
    }
    return plane;
}

} // namespace tidemark
