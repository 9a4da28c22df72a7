// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/scopes/stat_column.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

namespace tidemark {

namespace {

constexpr std::array<std::string_view, MemoryStats::kindCount> columnKinds = {"allocation", "segment",
    "active", "inactive_split", "allocated_bytes", "reserved_bytes", "active_bytes", "inactive_split_bytes",
    "requested_bytes"};
constexpr std::array<std::string_view, 3> columnPools = {"all", "small_pool", "large_pool"};
constexpr std::array<std::string_view, 4> columnMetrics = {"current", "peak", "allocated", "freed"};

// How many letters must be put in, taken out or exchanged to make one of the other.
std::size_t lettersApart(std::string_view left, std::string_view right)
{
    std::vector<std::size_t> row(right.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t(0));
    for (std::size_t i = 0; i < left.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < right.size(); ++j) {
            const std::size_t exchanged = diagonal + (left[i] == right[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j + 1] + 1, row[j] + 1, exchanged});
        }
    }
    return row.back();
}

} // namespace

std::array<std::string_view, 3> partsOf(const StatColumn& column)
{
    return {columnKinds[static_cast<std::size_t>(column.kind)],
        columnPools[static_cast<std::size_t>(column.pool)],
        columnMetrics[static_cast<std::size_t>(column.metric)]};
}

std::string columnName(const StatColumn& column)
{
    return fmt::format("{}", fmt::join(partsOf(column), "."));
}

std::vector<StatColumn> allStatColumns()
{
    std::vector<StatColumn> all;
    for (std::size_t kind = 0; kind < columnKinds.size(); ++kind)
        for (std::size_t pool = 0; pool < columnPools.size(); ++pool)
            for (std::size_t metric = 0; metric < columnMetrics.size(); ++metric)
                all.push_back({static_cast<StatKind>(kind), static_cast<StatPool>(pool),
                    static_cast<StatMetric>(metric)});
    return all;
}

Expected<StatColumn> statColumnNamed(std::string_view name)
{
    constexpr std::size_t longest = 64; // a name that is longer is near to none
    std::string nearest;
    std::size_t least = SIZE_MAX;
    for (const StatColumn& column : allStatColumns()) {
        std::string valid = columnName(column);
        if (valid == name)
            return column;
        const std::size_t apart = lettersApart(name.substr(0, longest), valid);
        if (apart < least) {
            least = apart;
            nearest = std::move(valid);
        }
    }
    return fail(fmt::format("\"{}\" is no column of memory_stats; the nearest is {}. A column is one of {}, "
                            "then one of {}, then one of {}, with dots between",
        name, nearest, fmt::join(columnKinds, ", "), fmt::join(columnPools, ", "),
        fmt::join(columnMetrics, ", ")));
}

std::int64_t metricOf(const Stat& stat, StatMetric metric)
{
    switch (metric) {
    case StatMetric::Current:
        return stat.current;
    case StatMetric::Peak:
        return stat.peak;
    case StatMetric::Allocated:
        return stat.allocated;
    case StatMetric::Freed:
        break;
    }
    return stat.freed;
}

bool countsBytes(StatKind kind)
{
    return kind >= StatKind::AllocatedBytes;
}

std::string formatStat(StatKind kind, std::int64_t value, ByteUnits byteUnits)
{
    if (!countsBytes(kind))
        return fmt::format("{}", value);
    constexpr std::string_view units = "BKMG";
    const double factor = unitFactor(byteUnits);
    auto scaled = static_cast<double>(value);
    std::size_t unit = 0;
    for (; unit + 1 < units.size() && (scaled >= factor || scaled <= -factor); ++unit)
        scaled /= factor;
    return fmt::format("{:.2f}{}", scaled, units[unit]);
}

} // namespace tidemark
