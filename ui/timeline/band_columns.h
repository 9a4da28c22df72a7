// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/groups/band_looks.h"
#include "ui/groups/grouped_device.h"

#include <span>
#include <vector>

namespace tidemark::ui {

// What fills the area of allocated memory: of each pixel column the bytes of every band at the moment at
// which allocated memory stands highest in it. Together they are exactly the column's highest value.
struct BandColumns {
    std::vector<std::vector<std::int64_t>> bytes; // by band, then by column
    std::vector<BandLook> looks; // by band
    std::size_t known = 0; // columns; what lies behind is not known yet

    bool isEmpty() const { return bytes.empty() || known == 0; }
};

// `borders` as those of the curves' columns, see columnSet().
BandColumns bandColumns(
    const GroupColouring& colouring, std::span<const std::size_t> borders, const Theme& theme);

// The band under a value at a position, counted from zero upwards as the area is stacked; none above it.
std::optional<std::size_t> bandAt(const GroupColouring& colouring, std::size_t position, double bytes);

} // namespace tidemark::ui
