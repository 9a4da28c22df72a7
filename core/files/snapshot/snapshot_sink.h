// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/snapshot/object_sink.h"
#include "core/files/snapshot/record_reader.h"

namespace tidemark {

class SnapshotPreview;

// Understands the containers of a memory snapshot while they come: a dict of an event becomes a row of
// columns when its items are there, a list of frames a stack, and nothing is kept of what they were made of.
class SnapshotSink : public ObjectSink {
public:
    // `fileSize` bounds what the file may make us keep.
    SnapshotSink(SnapshotTables& tables, std::size_t fileSize);

    // Told of new events; must outlive the sink. Null: nobody is.
    void setPreview(SnapshotPreview* preview) { m_preview = preview; }

    Value text(std::string_view bytes, TextLifetime lifetime) override;
    Value dict() override;
    Value list() override;
    Value tuple(std::span<const Value> items) override;
    void setItems(Value dict, std::span<const Value> keysAndValues) override;
    void append(Value list, std::span<const Value> items) override;
    bool isList(Value value) const override;
    bool isDict(Value value) const override;
    void cutOff(Value container) override;

    // The value at which the file ends; afterwards the tables are complete.
    void finish(Value root);

private:
    // What items of lists stand under.
    static constexpr Word noKey = Word::Empty;

    enum class DictKind : std::uint8_t { Plain, Top, Event, Segment, Block, Tenant, Frame, Edge };

    Value add(ObjectKind kind);
    ObjectKind kindOf(const Value& value) const;
    void addToDraft(ObjectEntry& entry, std::span<const Value> items);
    void appendEvents(ObjectEntry& trace, std::span<const Value> items);
    void appendEvent(ObjectEntry& event, std::uint32_t trace);

    // A value that somebody uses, under a key or in a list, is complete.
    void completeAll(std::span<const Value> values, bool arePairs);
    void complete(Value value, Word key);
    void completeDict(ObjectEntry& entry, Word key);
    void completeList(ObjectEntry& entry, Word key);
    void sortFields(std::span<const Value> keysAndValues);
    DictKind kindOfFields() const;
    void becomeRecord(ObjectEntry& entry, DictKind kind, std::span<const Value> items);
    void becomeTop(ObjectEntry& entry);
    void becomeTrace(ObjectEntry& entry);
    void becomeList(ObjectEntry& entry, std::span<const Value> items);
    TenantRecord tenantOf(std::span<const Value> items);
    // Zero: too long to be kept, which is noted.
    TextId jsonOf(std::span<const Value> items, bool isDict);
    void becomeJson(ObjectEntry& entry, std::span<const Value> items, bool isDict);
    void takeSetting(std::string_view name, const Value& value);
    void takeSettings(std::span<const Value> keysAndValues);
    void takeOverflow(const Value& flags, const Value& entries);
    std::vector<Value> itemsOf(const Value& value) const;
    void noteUnknownKeys(std::string_view where);

    SnapshotTables& m_tables;
    RecordReader m_reader;
    DictFields m_fields;
    std::vector<Value> m_others; // keys of the dict in m_fields that are no Words: key, value...
    std::size_t m_maxTexts;
    std::size_t m_maxObjects;
    std::size_t m_maxDrafts;
    std::size_t m_maxItems;
    std::size_t m_repeatedEventsLeft;
    std::size_t m_jsonLeft;
    SnapshotPreview* m_preview = nullptr;
};

} // namespace tidemark
