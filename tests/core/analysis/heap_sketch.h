// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytes.h"
#include "tests/core/analysis/analysis_fixtures.h"

namespace tidemark::tests {

inline constexpr std::uint64_t base = 0x7f0000000000;
inline constexpr auto mib = static_cast<std::int64_t>(mebibyte);

// "4096+ 512w 100-": sizes of blocks in use, waiting and free, of all segments.
inline QString sketch(const HeapState& state)
{
    QStringList words;
    for (const BlockInfo& block : state.segments().blocks) {
        const char sign = block.state == BlockState::Inactive ? '-'
            : block.state == BlockState::ActiveAllocated      ? '+'
                                                              : 'w';
        words << QString::number(block.size / 512) + QLatin1Char(sign);
    }
    return words.join(QLatin1Char(' '));
}

} // namespace tidemark::tests
