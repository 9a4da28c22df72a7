// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layout/address_layout.h"
#include "ui/tiles/tile_source.h"

namespace tidemark::ui {

// What was ever reserved on a device. Immutable once made.
struct ReservedHistory {
    std::shared_ptr<const ShownPart> part; // that it was made from
    std::vector<ReservedPiece> pieces;
    AddressLayout layout;
};

// Allocations at their addresses, all segments beneath each other.
class SegmentSource : public TileSource {
public:
    SegmentSource(
        std::shared_ptr<const ReservedHistory> reserved, std::shared_ptr<const AllocationClasses> classes);

    const std::shared_ptr<const ReservedHistory>& reserved() const { return m_reserved; }

    double height() const override;
    bool growsUp() const override { return false; }
    IdPlane plane(std::span<const std::size_t> moments, const ByteRows& rows,
        const std::stop_token& stop) const override;
    std::vector<std::uint32_t> aliveAt(std::size_t position) const override; // by address
    std::vector<ByteMark> marks(double begin, double end, int most, ByteUnits units) const override;
    std::optional<std::uint64_t> addressAt(std::uint64_t place) const override;
    QString wordsAt(std::uint64_t place, std::uint32_t id) const override;

private:
    std::shared_ptr<const ReservedHistory> m_reserved;
};

} // namespace tidemark::ui
