// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/snapshot/chunked_array.h"
#include "core/files/snapshot/value.h"

#include <span>
#include <vector>

namespace tidemark {

enum class ObjectKind : std::uint8_t {
    OpenDict, // index: its draft, 0 none
    OpenList, // index: its draft, 0 none
    Trace, // a list of events, open or not; index: SnapshotTables::traces
    List, // index: SnapshotTables::lists
    Stack, // index: StackIndex
    Frame, // index: FrameIndex
    Event, // index: SnapshotTables::events
    SpentEvent, // already in its trace; index: place in trace `part`
    Segment, // index into SnapshotTables, as for the next three
    Block,
    Tenant,
    Edge,
    Pair, // two whole numbers; index: SnapshotTables::pairs
    Json, // anything else, as JSON; index: TextId
    Nothing, // understood, or not worth keeping
};

// What a handle stands for now. A container begins open; once complete it becomes what it means, and
// everybody who holds the handle, the pickle's memo above all, sees that.
struct ObjectEntry {
    std::uint32_t index = 0;
    std::uint16_t part = 0;
    ObjectKind kind = ObjectKind::Nothing;
    bool cut = false; // the file ended inside it
};

// All objects of a file by handle, and the items of those that are still open.
class ObjectTable {
public:
    std::uint32_t add(ObjectKind kind, std::uint32_t index = 0)
    {
        m_entries.push_back({index, 0, kind, false});
        return static_cast<std::uint32_t>(m_entries.size() - 1);
    }

    std::size_t size() const { return m_entries.size(); }
    ObjectEntry& operator[](std::uint32_t handle) { return m_entries[handle]; }
    const ObjectEntry& operator[](std::uint32_t handle) const { return m_entries[handle]; }

    std::size_t openDrafts() const { return m_drafts.size() - m_free.size(); }

    // The items of an open container; made when it has none.
    std::vector<Value>& draft(ObjectEntry& entry)
    {
        if (entry.index == 0) {
            if (m_free.empty()) {
                m_free.push_back(static_cast<std::uint32_t>(m_drafts.size() + 1));
                m_drafts.emplace_back();
            }
            entry.index = m_free.back();
            m_free.pop_back();
        }
        return m_drafts[entry.index - 1];
    }

    // More items of an open container.
    void addItems(ObjectEntry& entry, std::span<const Value> items)
    {
        std::vector<Value>& open = draft(entry);
        open.insert(open.end(), items.begin(), items.end());
        m_openItems += items.size();
    }
    std::size_t openItems() const { return m_openItems; } // of all open containers

    // The items of a container that is complete; it has none afterwards.
    std::vector<Value> takeDraft(ObjectEntry& entry)
    {
        if (entry.index == 0)
            return {};
        std::vector<Value> items;
        items.swap(m_drafts[entry.index - 1]);
        m_openItems -= items.size();
        m_free.push_back(entry.index);
        entry.index = 0;
        return items;
    }

private:
    ChunkedArray<ObjectEntry> m_entries;
    std::vector<std::vector<Value>> m_drafts;
    std::vector<std::uint32_t> m_free;
    std::size_t m_openItems = 0;
};

} // namespace tidemark
