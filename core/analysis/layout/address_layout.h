// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layout/reserved_pieces.h"

#include <optional>
#include <span>

namespace tidemark {

// Addresses that were reserved at one time or another without a hole between them, and their place on an axis
// that leaves out all others.
struct AddressRegion {
    std::uint64_t address = 0;
    std::uint64_t size = 0;
    std::uint64_t begin = 0; // on the axis

    std::uint64_t end() const { return begin + size; } // on the axis
};

// The regions by address, with a gap between them. Segments that share addresses at different times lie in
// one region, and so do neighbours of one expandable segment.
class AddressLayout {
public:
    AddressLayout() = default;
    explicit AddressLayout(std::span<const ReservedPiece> pieces);

    std::span<const AddressRegion> regions() const { return m_regions; }
    std::uint64_t height() const { return m_regions.empty() ? 0 : m_regions.back().end(); }
    // Nothing where the address was never reserved.
    std::optional<std::uint64_t> toAxis(std::uint64_t address) const;
    // The region at a place on the axis; null in a gap.
    const AddressRegion* regionAt(std::uint64_t place) const;

private:
    std::vector<AddressRegion> m_regions;
};

} // namespace tidemark
