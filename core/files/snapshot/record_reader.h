// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/snapshot/dict_fields.h"
#include "core/files/snapshot/snapshot_tables.h"

namespace tidemark {

// Turns the items of a complete dict into a record of the tables: one function for each kind of dict that a
// snapshot holds.
class RecordReader {
public:
    explicit RecordReader(SnapshotTables& tables)
        : m_tables(tables)
    { }

    EventRecord event(const DictFields& fields);
    SegmentRecord segment(const DictFields& fields);
    BlockRecord block(const DictFields& fields);
    TenantRecord tenant(const DictFields& fields);
    EdgeRecord edge(const DictFields& fields);
    Frame frame(const DictFields& fields);

    // The stack of a list of frames, the innermost first.
    StackIndex stack(std::span<const Value> frames);
    // The stack of a list of formatted lines, the innermost last, as Python's traceback.format_stack writes
    // them.
    StackIndex formattedStack(std::span<const Value> lines);

    // A whole number, whatever the file wrote it as; addresses and streams may be written as negative
    // numbers.
    std::optional<std::uint64_t> whole(const Value& value);

private:
    Action action(const Value& value);
    std::int64_t time(const Value& value);
    PoolId pool(const DictFields& fields);
    StackIndex stackOf(const Value& value);
    StringIndex textOf(const Value& value);
    StringIndex metadataOf(const Value& value);
    ContextIndex context(const Context& context);
    void checkSize(EventRecord& event);
    Frame formattedFrame(std::string_view line);
    const TenantRecord* newestTenant(const Value& history) const;

    SnapshotTables& m_tables;
    Context m_lastContext;
    ContextIndex m_lastContextIndex;
};

} // namespace tidemark
