// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/snapshot/snapshot_tables.h"

#include <map>
#include <set>

namespace tidemark {

// The devices of a snapshot: for every ordinal that has events or segments one, by ordinal, and one for
// pinned host memory, whose bytes are no device's.
class DeviceAssembly {
public:
    // Pinned host memory has no ordinal: it counts downwards from here, one for each list of events.
    static constexpr int hostOrdinal = -1;

    DeviceAssembly(SnapshotTables& tables, bool cut);

    const std::vector<Device>& devices() const { return m_devices; }
    std::vector<Annotation> annotations();
    const std::vector<std::string>& warnings() const { return m_warnings; }

private:
    // What the file holds for one device.
    struct Parts {
        const TraceList* trace = nullptr;
        std::vector<const SegmentRecord*> segments;
        bool knowsSegments = false; // the list of segments is there and complete
    };

    std::vector<ObjectEntry> entriesOf(const Value& list) const;
    bool isCut(const Value& list) const;
    void collectTraces(const Value& traces, bool isHost);
    void collectSegments(const Value& segments, bool isHost);
    void assemble(int ordinal, Parts& parts);
    void noteFullSlots(const DeviceSlots& slots);
    void judgeHistory(Device& device);
    std::optional<bool> overflowed(int ordinal) const;
    std::string label(const Device& device) const;

    SnapshotTables& m_tables;
    bool m_cut;
    std::map<int, Parts> m_parts;
    std::set<const TraceList*> m_takenTraces;
    std::vector<Device> m_devices;
    std::vector<std::string> m_warnings;
};

} // namespace tidemark
