// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/preview_clock.h"
#include "core/files/reading.h"
#include "core/files/snapshot/snapshot_tables.h"

#include <set>

namespace tidemark {

// Hands out the events of a snapshot as far as they have been read. What stands behind them in the file is
// not known then: the allocator's settings, and whether the events begin with an empty allocator.
class SnapshotPreview {
public:
    // Both must outlive the preview.
    SnapshotPreview(SnapshotTables& tables, const Reading& reading)
        : m_tables(tables)
        , m_reading(reading)
    { }

    // Called whenever events were added; costs next to nothing unless a preview is due.
    void eventsAdded();

private:
    Recording made();
    void collectOrdinals();

    SnapshotTables& m_tables;
    const Reading& m_reading;
    PreviewClock m_clock;
    unsigned m_calls = 0;
    std::size_t m_segmentsSeen = 0;
    std::set<int> m_ordinals; // of the devices that segments were read of
};

} // namespace tidemark
