// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layout/id_plane.h"

#include <algorithm>
#include <cmath>

namespace tidemark {

std::size_t ByteRows::firstFrom(std::uint64_t bytes) const
{
    const double guess = std::ceil((static_cast<double>(bytes) - begin) / bytesPerRow - 0.5);
    std::size_t row =
        guess > 0 ? static_cast<std::size_t>(std::min(guess, static_cast<double>(rows))) : std::size_t(0);
    // Rounding may be one off: what centre() says counts.
    while (row > 0 && centre(row - 1) >= bytes)
        --row;
    while (row < rows && centre(row) < bytes)
        ++row;
    return row;
}

} // namespace tidemark
