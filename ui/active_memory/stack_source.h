// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tiles/tile_source.h"

namespace tidemark::ui {

// Allocations on top of each other, the oldest at the bottom.
class StackSource : public TileSource {
public:
    using TileSource::TileSource;

    double height() const override; // the peak of allocated memory
    bool growsUp() const override { return true; }
    IdPlane plane(std::span<const std::size_t> moments, const ByteRows& rows,
        const std::stop_token& stop) const override;
    std::vector<std::uint32_t> aliveAt(std::size_t position) const override;
    std::vector<ByteMark> marks(double begin, double end, int most, ByteUnits units) const override;
};

} // namespace tidemark::ui
