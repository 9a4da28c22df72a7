// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/allocation_facts.h"
#include "core/analysis/tables/row_source.h"

#include <memory>

namespace tidemark {

// Every event of a device, as replay takes it, in the order of the trace.
class EventRows : public RowSource {
public:
    enum Column : std::size_t { Number, Time, What, Address, Size, Stream, Pool, Where, ColumnCount };

    // `facts`, where they are known, tell in which pool an event was that does not tell it itself, and which
    // events are about an allocation: without them no row is.
    EventRows(std::shared_ptr<const AnalyzedRecording> recording, std::size_t device,
        std::shared_ptr<const AllocationFacts> facts = nullptr);

    std::string_view name() const override { return "events"; }
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
    const Recording& recording() const { return m_recording->recording; }
    std::uint64_t poolOf(std::size_t row) const;
    const KnownSegment* segmentOf(std::size_t row) const; // null: not known
    const Device& device() const { return recording().devices[m_device]; }

    std::shared_ptr<const AnalyzedRecording> m_recording;
    std::size_t m_device;
    std::shared_ptr<const AllocationFacts> m_facts; // may be null
    std::int64_t m_firstUs = 0; // 0: the recording has no times
};

} // namespace tidemark
