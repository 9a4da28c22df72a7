// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

namespace tidemark {

// One value of a row: nothing, a number, or a text that stays until the row is taken.
using Cell = std::variant<std::monostate, std::int64_t, std::uint64_t, std::string_view>;

enum class ColumnKind : std::uint8_t { Integer, Text };

struct ColumnShape {
    std::string_view name;
    ColumnKind kind = ColumnKind::Integer;
};

// A table as databases and spreadsheets know them.
struct TableShape {
    std::string_view name;
    std::span<const ColumnShape> columns;
    std::string_view key; // columns that tell its rows apart, "device, event"
    std::span<const std::string_view> indices; // columns by which rows are looked for, beside the key
};

// Where the rows of tables go, one after another.
class RowSink {
public:
    RowSink() = default;
    RowSink(const RowSink&) = delete;
    RowSink& operator=(const RowSink&) = delete;
    virtual ~RowSink() = default;

    // The rows to come are of this table, whose description stays.
    virtual Expected<void> begin(const TableShape& table) = 0;
    // A cell for each column.
    virtual Expected<void> row(std::span<const Cell> cells) = 0;
};

} // namespace tidemark
