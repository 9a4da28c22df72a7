// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/allocation_facts.h"
#include "core/analysis/tables/row_source.h"

namespace tidemark {

struct StackOptions {
    // Leaves out PyTorch's, Python's and the C library's own frames (isFrameworkCode); stacks that are then
    // alike are one row.
    bool hidesFramework = false;
    MemoryFilter filter; // only allocations that it holds
    std::optional<EventRange> within = std::nullopt; // only those that were there in it

    bool operator==(const StackOptions&) const = default;
};

// The stacks that allocated, by the event of their first allocation.
class StackRows : public RowSource {
public:
    enum Column : std::size_t { Allocations, Bytes, AtPeak, Largest, First, Hidden, Words, ColumnCount };

    explicit StackRows(std::shared_ptr<const AllocationFacts> facts, const StackOptions& options = {},
        const std::stop_token& stop = {});

    // Of all stacks together: frames that are not shown.
    std::uint64_t hiddenFrames() const { return m_hiddenFrames; }
    // What is shown of a row's stack, one frame a line, innermost first.
    std::string frames(std::size_t row) const;

    std::string_view name() const override { return "stacks"; }
    std::span<const TableColumn> columns() const override;
    std::size_t size() const override;
    std::uint64_t value(std::size_t row, std::size_t column) const override;
    std::uint64_t textCount(std::size_t column) const override;
    std::string text(std::size_t column, std::uint64_t number) const override;
    std::string searchedText(std::size_t column, std::uint64_t number) const override;
    std::optional<AddressRange> addresses(std::size_t row) const override;
    bool isHeldBy(std::size_t row, const MemoryFilter& filter) const override;
    bool isIn(std::size_t row, const EventRange& range) const override;
    RowPlace placeOf(std::size_t row) const override;
    std::optional<std::size_t> rowAt(
        std::uint64_t position, std::optional<std::uint64_t> address) const override;
    std::string whyEmpty() const override;

private:
    struct Row {
        std::vector<FrameIndex> frames; // that are shown, innermost first
        std::uint64_t hidden = 0; // the most that were left out of one of its stacks
        std::uint64_t allocations = 0;
        std::uint64_t bytes = 0;
        std::uint64_t bytesAtPeak = 0;
        std::uint64_t largest = 0;
        std::size_t first = 0; // place in Attribution::allocations
    };
    static constexpr std::uint32_t noRow = UINT32_MAX;

    class Maker;

    std::shared_ptr<const AllocationFacts> m_facts;
    StackOptions m_options;
    std::vector<Row> m_rows;
    std::vector<std::uint32_t> m_rowOf; // by StackIndex
    std::uint64_t m_hiddenFrames = 0;
};

} // namespace tidemark
