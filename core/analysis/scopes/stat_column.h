// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/memory_stats.h"
#include "core/base/bytes.h"
#include "core/base/error.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// What of a figure of memory_stats() is meant.
enum class StatMetric : std::uint8_t { Current, Peak, Allocated, Freed };

// One of the 108 figures of memory_stats() that a trace determines: "active_bytes.all.peak".
struct StatColumn {
    StatKind kind = StatKind::ActiveBytes;
    StatPool pool = StatPool::All;
    StatMetric metric = StatMetric::Peak;

    bool operator==(const StatColumn&) const = default;
};

// Its three parts: "active_bytes", "all", "peak".
std::array<std::string_view, 3> partsOf(const StatColumn& column);
std::string columnName(const StatColumn& column);

// All of them, by kind, pool and metric.
std::vector<StatColumn> allStatColumns();
// An unknown name is refused: with the nearest valid one, and all that are valid.
Expected<StatColumn> statColumnNamed(std::string_view name);

// One of the four numbers of a figure.
std::int64_t metricOf(const Stat& stat, StatMetric metric);

// False: a number of blocks or segments.
bool countsBytes(StatKind kind);
// "40.00K", "2.00M", "0.00B" of bytes, as pytorch_memlab writes them (there powers of 1024); counts as they
// are.
std::string formatStat(StatKind kind, std::int64_t value, ByteUnits byteUnits = ByteUnits::Binary);

} // namespace tidemark
