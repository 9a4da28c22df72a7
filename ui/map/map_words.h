// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/reserved/composition.h"
#include "ui/map/map_colours.h"
#include "ui/map/map_view.h"
#include "ui/map/memory_class.h"
#include "ui/view_state.h"

#include <QString>
#include <set>
#include <vector>

namespace tidemark::ui {

// What stands left of a row.
struct RowLabel {
    QString tags; // what sets it apart from the others: "stream 1 · small"; often empty
    QString size; // "364 MiB"
};

// Labels of one device's segments at one moment. Streams are named when there are several, pools when there
// are others than the default one, and small segments when there are large ones too.
class RowLabels {
public:
    RowLabels() = default;
    RowLabels(const Device& device, const SegmentList& list);

    RowLabel of(const SegmentInfo& segment, ByteUnits units) const;
    // The tags that occur, each once.
    const std::set<QString>& tags() const { return m_tags; }

private:
    QString tagsOf(const SegmentInfo& segment) const;

    std::vector<PoolId> m_pools;
    bool m_namesStreams = false;
    bool m_namesPools = false;
    bool m_namesSmall = false;
    std::set<QString> m_tags;
};

// One entry of the legend.
struct LegendEntry {
    MemoryClass memoryClass = MemoryClass::Allocated;
    QString label;
    std::uint64_t bytes = 0;
    QString explanation; // a sentence
    std::optional<std::uint8_t> colourClass = {}; // the part of allocated memory that has this class
};

// `isBeingFreed`: what waits is the block of a free that the moment divides, see isInsideFree().
std::vector<LegendEntry> legendEntries(const Composition& composition, bool isBeingFreed);
// With the classes of allocated memory in its place: those that hold bytes, of an ordered kind also what lies
// between them. Of more than a few only those that hold most, and the rest together. `bytes`: see
// bytesByClass().
std::vector<LegendEntry> legendEntries(const Composition& composition, bool isBeingFreed,
    const AllocationClasses& classes, std::span<const std::uint64_t> bytes, ByteUnits units);

QString orderName(MapOrder order); // "size"
// "Fragmentation map · 68 segments · sorted by size".
QString mapTitle(std::size_t segments, MapOrder order);
QString zoomText(double zoom); // "2.3 ×", "1,500 ×"
// What part of the rows is in sight: "512 B from 12.3 MiB on", "0.1 % from 50.0 % on"; empty: whole rows.
QString partText(const MapView& view, ByteUnits units);
// Why the map is empty. Empty when it is not.
QString emptyMapText(const ViewState& state);

} // namespace tidemark::ui
