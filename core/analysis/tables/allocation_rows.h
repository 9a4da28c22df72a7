// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/allocation_facts.h"
#include "core/analysis/tables/row_source.h"

namespace tidemark {

// Every allocation of a device, those from before the recording first, then by event.
class AllocationRows : public RowSource {
public:
    enum Column : std::size_t {
        Born,
        FreeRequested,
        Life,
        LifeTime,
        Size,
        Requested,
        Category,
        Tensor,
        Where,
        Stream,
        Pool,
        Address,
        Segment,
        FreeCompleted,
        ColumnCount
    };

    explicit AllocationRows(std::shared_ptr<const AllocationFacts> facts)
        : m_facts(std::move(facts))
    { }

    std::string_view name() const override { return "allocations"; }
    std::span<const TableColumn> columns() const override;
    std::size_t size() const override;
    std::uint64_t value(std::size_t row, std::size_t column) const override;
    std::uint64_t textCount(std::size_t column) const override;
    std::string text(std::size_t column, std::uint64_t number) const override;
    std::string searchedText(std::size_t column, std::uint64_t number) const override;
    std::optional<AddressRange> addresses(std::size_t row) const override;
    bool isHeldBy(std::size_t row, const MemoryFilter& filter) const override;
    std::vector<bool> heldRows(const MemoryFilter& filter, const std::stop_token& stop) const override;
    bool isIn(std::size_t row, const EventRange& range) const override;
    RowPlace placeOf(std::size_t row) const override;
    std::optional<std::size_t> rowAt(
        std::uint64_t position, std::optional<std::uint64_t> address) const override;
    std::string whyEmpty() const override;

private:
    std::shared_ptr<const AllocationFacts> m_facts;
};

} // namespace tidemark
