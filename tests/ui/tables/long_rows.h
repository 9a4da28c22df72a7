// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/row_source.h"

#include <array>
#include <vector>

namespace tidemark::tests {

// A table of any length whose cells follow from their place.
class LongRows : public RowSource {
public:
    explicit LongRows(std::size_t rows)
        : m_rows(rows)
    { }

    static std::uint64_t sizeOf(std::size_t row) { return (row * 2654435761U) % 1000003; }

    std::string_view name() const override { return "rows"; }
    std::span<const TableColumn> columns() const override
    {
        static constexpr std::array<TableColumn, 4> columns = {
            {{"event", "event", CellKind::Event}, {"size", "size", CellKind::Bytes},
                {"address", "address", CellKind::Address}, {"where", "where", CellKind::Words}}};
        return columns;
    }
    std::size_t size() const override { return m_rows; }
    std::uint64_t value(std::size_t row, std::size_t column) const override
    {
        const std::array<std::uint64_t, 4> values = {row, sizeOf(row), addressOf(row), row % wordCount};
        return values[column];
    }
    std::uint64_t textCount(std::size_t column) const override { return column == 3 ? wordCount : 0; }
    std::string text(std::size_t, std::uint64_t number) const override
    {
        return "layer " + std::to_string(number);
    }
    std::optional<AddressRange> addresses(std::size_t row) const override
    {
        return AddressRange{addressOf(row), 512};
    }
    bool isIn(std::size_t row, const EventRange& range) const override { return range.holds(row); }
    bool isHeldBy(std::size_t row, const MemoryFilter& filter) const override
    {
        return !filter.stream || *filter.stream == row % 2;
    }
    RowPlace placeOf(std::size_t row) const override { return {row + 1, addressOf(row)}; }
    std::optional<std::size_t> rowAt(std::uint64_t position, std::optional<std::uint64_t>) const override
    {
        if (position == 0 || position > m_rows)
            return std::nullopt;
        return position - 1;
    }
    std::string whyEmpty() const override { return "This table was made without rows."; }

private:
    static constexpr std::uint64_t wordCount = 97;
    static std::uint64_t addressOf(std::size_t row) { return 0x7f0000000000 + row * 512; }

    std::size_t m_rows;
};

} // namespace tidemark::tests
