// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layout/address_layout.h"

#include <algorithm>

namespace tidemark {

AddressLayout::AddressLayout(std::span<const ReservedPiece> pieces)
{
    std::vector<ReservedPiece> sorted(pieces.begin(), pieces.end());
    std::sort(sorted.begin(), sorted.end(),
        [](const ReservedPiece& left, const ReservedPiece& right) { return left.address < right.address; });
    bool wasExpandable = false;
    std::uint64_t total = 0;
    for (const ReservedPiece& piece : sorted) {
        AddressRegion* last = m_regions.empty() ? nullptr : &m_regions.back();
        const std::uint64_t end = last ? last->address + last->size : 0;
        const bool isNeighbour = piece.isExpandable && wasExpandable && piece.address == end;
        wasExpandable = piece.isExpandable;
        if (last && (piece.address < end || isNeighbour)) {
            const std::uint64_t grown = std::max(end, piece.end()) - last->address;
            total += grown - last->size;
            last->size = grown;
            continue;
        }
        m_regions.push_back({piece.address, piece.size, 0});
        total += piece.size;
    }
    // Gaps take a hundredth each, and no more than a sixth together.
    const std::uint64_t gap =
        std::min<std::uint64_t>(total / 100, total / 6 / std::max<std::size_t>(m_regions.size(), 1));
    std::uint64_t place = 0;
    for (AddressRegion& region : m_regions) {
        region.begin = place;
        place += region.size + gap;
    }
}

std::optional<std::uint64_t> AddressLayout::toAxis(std::uint64_t address) const
{
    const auto behind = std::upper_bound(m_regions.begin(), m_regions.end(), address,
        [](std::uint64_t wanted, const AddressRegion& region) { return wanted < region.address; });
    if (behind == m_regions.begin())
        return std::nullopt;
    const AddressRegion& region = *(behind - 1);
    if (address - region.address >= region.size)
        return std::nullopt;
    return region.begin + (address - region.address);
}

const AddressRegion* AddressLayout::regionAt(std::uint64_t place) const
{
    const auto behind = std::upper_bound(m_regions.begin(), m_regions.end(), place,
        [](std::uint64_t wanted, const AddressRegion& region) { return wanted < region.begin; });
    if (behind == m_regions.begin() || place >= (behind - 1)->end())
        return nullptr;
    return &*(behind - 1);
}

} // namespace tidemark
