// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/cell_text.h"

#include "core/base/bytes.h"

#include <fmt/format.h>

namespace tidemark {

std::string durationText(std::uint64_t microseconds)
{
    const double value = static_cast<double>(microseconds);
    if (microseconds < 1000)
        return fmt::format("{} µs", microseconds);
    if (microseconds < 1'000'000)
        return fmt::format("{:.3f} ms", value / 1e3);
    if (microseconds < 600'000'000)
        return fmt::format("{:.3f} s", value / 1e6);
    const std::uint64_t seconds = microseconds / 1'000'000;
    return fmt::format("{} min {:02} s", seconds / 60, seconds % 60);
}

std::string countedRows(const RowSource& source, std::size_t count)
{
    std::string_view name = source.name();
    if (count == 1 && name.ends_with('s'))
        name.remove_suffix(1);
    return fmt::format("{} {}", formatCount(count), name);
}

std::string cellText(const RowSource& source, std::size_t row, std::size_t column, ByteUnits units)
{
    const std::uint64_t value = source.value(row, column);
    if (value == RowSource::nothing)
        return {};
    switch (source.columns()[column].kind) {
    case CellKind::Words:
        return source.text(column, value);
    case CellKind::Bytes:
        return formatBytes(static_cast<std::int64_t>(value), units);
    case CellKind::Count:
        return formatCount(value);
    case CellKind::Event:
        return formatCount(value + 1);
    case CellKind::Address:
        return formatAddress(value);
    case CellKind::Time:
        return fmt::format("{:.6f} s", static_cast<double>(value) / 1e6);
    case CellKind::Duration:
        return durationText(value);
    }
    return {};
}

std::string plainCell(const RowSource& source, std::size_t row, std::size_t column)
{
    const std::uint64_t value = source.value(row, column);
    if (value == RowSource::nothing)
        return {};
    switch (source.columns()[column].kind) {
    case CellKind::Words:
        return source.text(column, value);
    case CellKind::Address:
        return formatAddress(value);
    default:
        return fmt::format("{}", value);
    }
}

} // namespace tidemark
