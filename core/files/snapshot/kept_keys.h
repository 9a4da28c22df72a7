// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/snapshot/dict_fields.h"
#include "core/files/snapshot/json_text.h"
#include "core/files/snapshot/snapshot_tables.h"

#include <array>

namespace tidemark {

// Values of an event's keys that its columns leave out, because to them they are the same as no value.
enum class EmptyValue : std::uint8_t {
    Frames, // []: a stack was asked for, and there was none; without the key nobody asked
    ForwardFrames, // []
    NoCompileContext, // "N/A"
    CompileContext, // ""
    UserMetadata, // ""
    Pool, // (0, 0), the default pool
    Time, // 0
    Count,
};

// Writes what a dict of the file says beyond the columns as the JSON object that Frame::extra and
// Context::extra hold: the empty values, then keys without a column of their own in the file's order. So
// every key that PyTorch writes comes back when the recording is written as a snapshot again.
class KeptKeys {
public:
    // `fileSize` bounds what is kept.
    KeptKeys(SnapshotTables& tables, std::size_t fileSize);

    void add(EmptyValue value) { m_empty |= 1U << static_cast<unsigned>(value); }
    void add(std::string_view key, const Value& value); // a literal
    void add(Word key, const Value& value);
    void add(const Value& key, const Value& value);

    // The object of what was added since the last call; none where that is nothing.
    StringIndex take();

private:
    std::string emptyValues() const;
    StringIndex takeItems();
    StringIndex keep(std::string_view text);

    SnapshotTables& m_tables;
    std::uint32_t m_empty = 0;
    std::vector<Value> m_items; // key, value, key, value...
    std::size_t m_workLeft; // bytes of JSON that may still be made
    std::size_t m_roomLeft; // bytes of JSON that may still be kept
    std::array<StringIndex, std::size_t(1) << static_cast<unsigned>(EmptyValue::Count)> m_known{};
};

} // namespace tidemark
