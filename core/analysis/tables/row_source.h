// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/event_range.h"
#include "core/analysis/replay/memory_filter.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// What the numbers of a column are.
enum class CellKind : std::uint8_t {
    Words, // the number of one of the column's texts
    Bytes,
    Count,
    Event, // an event's place in the device's trace, from zero; people are shown it from one
    Address,
    Time, // microseconds since the device's first event
    Duration, // microseconds
};

struct TableColumn {
    std::string_view key; // "size": of CSV, JSON and searches
    std::string_view title; // "size": of people
    CellKind kind = CellKind::Words;
    std::string_view hint = {}; // what stands there, in a sentence
};

// Where a row lies in the recording, as far as it lies anywhere. A position is as in DeviceHistory.
struct RowPlace {
    std::optional<std::uint64_t> position;
    std::optional<std::uint64_t> address;
};

// Bytes [begin, begin + size) that a row is about.
struct AddressRange {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;

    bool holds(std::uint64_t address) const { return address >= begin && address - begin < size; }
};

// A table of any length whose cells are made when they are asked for. Every cell is one number, whose column
// says what it means; a column of words has far fewer texts than rows, so that sorting and searching look at
// each text once. Immutable: any number of threads may read it.
class RowSource {
public:
    // A cell in which nothing stands: not told, or not happened.
    static constexpr std::uint64_t nothing = UINT64_MAX;

    virtual ~RowSource() = default;

    virtual std::string_view name() const = 0; // "events"
    virtual std::span<const TableColumn> columns() const = 0;
    virtual std::size_t size() const = 0; // rows
    virtual std::uint64_t value(std::size_t row, std::size_t column) const = 0;

    // Of a column of words: how many texts it has, and each of them.
    virtual std::uint64_t textCount(std::size_t column) const = 0;
    virtual std::string text(std::size_t column, std::uint64_t number) const = 0;
    // What a search looks at, where that is more than is shown: a whole stack.
    virtual std::string searchedText(std::size_t column, std::uint64_t number) const
    {
        return text(column, number);
    }

    virtual std::optional<AddressRange> addresses(std::size_t row) const = 0;
    virtual bool isHeldBy(std::size_t row, const MemoryFilter& filter) const = 0;
    // For each row whether it is about any allocation of the filter, where that is not told, or not as fast,
    // row by row. Empty: isHeldBy() tells. Stopped: what is left is not held.
    virtual std::vector<bool> heldRows(const MemoryFilter&, const std::stop_token&) const { return {}; }
    // Whether a row is about something that happened, or was there, in a range.
    virtual bool isIn(std::size_t row, const EventRange& range) const = 0;

    virtual RowPlace placeOf(std::size_t row) const = 0;
    // The row that is about the memory at an address at a position, or about that position; none: no row is.
    virtual std::optional<std::size_t> rowAt(
        std::uint64_t position, std::optional<std::uint64_t> address) const = 0;

    // Why there are no rows; of no meaning while there are some.
    virtual std::string whyEmpty() const = 0;
};

// The place of a column by its key; none: there is no such column.
std::optional<std::size_t> columnNamed(const RowSource& source, std::string_view key);

} // namespace tidemark
