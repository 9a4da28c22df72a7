// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/snapshot/dict_fields.h"
#include "core/files/snapshot/kept_keys.h"
#include "core/files/snapshot/snapshot_tables.h"

namespace tidemark {

// Turns the items of a complete dict into a record of the tables: one function for each kind of dict that a
// snapshot holds. `others` are the keys of the dict that are no Words, and their values: key, value...
class RecordReader {
public:
    RecordReader(SnapshotTables& tables, std::size_t fileSize)
        : m_tables(tables)
        , m_kept(tables, fileSize)
    { }

    EventRecord event(const DictFields& fields, std::span<const Value> others);
    SegmentRecord segment(const DictFields& fields, std::span<const Value> others);
    BlockRecord block(const DictFields& fields, std::span<const Value> others);
    TenantRecord tenant(const DictFields& fields);
    EdgeRecord edge(const DictFields& fields);
    Frame frame(const DictFields& fields, std::span<const Value> others);

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
    void keepOfEvent(const DictFields& fields, const EventRecord& event, const Context& about);
    void keepOfSegment(const DictFields& fields, const SegmentRecord& segment);
    void keepOthers(const DictFields& fields, std::uint64_t understood, std::span<const Value> others);
    bool isEmptyList(const Value& value) const;
    void checkSize(EventRecord& event);
    Frame formattedFrame(const Value& line);
    FrameIndex addFormatted(const Value& line);
    const TenantRecord* newestTenant(const Value& history) const;

    SnapshotTables& m_tables;
    KeptKeys m_kept;
    boost::unordered_flat_map<TextId, FrameIndex> m_formatted; // frames of formatted lines
    Context m_lastContext;
    ContextIndex m_lastContextIndex;
};

} // namespace tidemark
