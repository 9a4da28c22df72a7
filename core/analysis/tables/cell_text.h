// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/row_source.h"
#include "core/base/bytes.h"

namespace tidemark {

// A cell as people read it: "20.0 MiB", "9,157", "0x7f31c2000000", "1.250 ms", events from one. Empty where
// nothing stands.
std::string cellText(
    const RowSource& source, std::size_t row, std::size_t column, ByteUnits units = ByteUnits::Binary);

// A cell as programs read it: every byte, events from zero, addresses as "0x7f31c2000000", times in
// microseconds. Empty where nothing stands.
std::string plainCell(const RowSource& source, std::size_t row, std::size_t column);

// "1 event", "2,345 events" of a table of events.
std::string countedRows(const RowSource& source, std::size_t count);

// "350 µs", "1.250 ms", "27.318 s", "12 min 04 s".
std::string durationText(std::uint64_t microseconds);

} // namespace tidemark
