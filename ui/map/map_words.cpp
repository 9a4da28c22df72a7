// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_words.h"

#include "ui/details/figures.h"
#include "ui/details/moment.h"

#include <QStringList>
#include <algorithm>

namespace tidemark::ui {

namespace {

struct Variety {
    bool streams = false;
    bool pools = false;
    bool sizes = false; // both large and small
};

Variety varietyOf(const SegmentList& list)
{
    const auto differs = [&list](auto member) {
        return std::any_of(list.segments.begin(), list.segments.end(),
            [&](const SegmentInfo& segment) { return segment.*member != list.segments.front().*member; });
    };
    return {differs(&SegmentInfo::stream), differs(&SegmentInfo::pool), differs(&SegmentInfo::isLarge)};
}

QString tagsOf(const Device& device, const SegmentInfo& segment, const Variety& variety)
{
    QStringList tags;
    if (variety.streams)
        tags << QStringLiteral("stream %1").arg(segment.stream);
    const PoolId pool = segment.pool < device.pools.size() ? device.pools[segment.pool] : PoolId{};
    if (variety.pools && pool != PoolId{})
        tags << QStringLiteral("pool %1,%2").arg(pool.first).arg(pool.second);
    if (variety.sizes && !segment.isLarge)
        tags << QStringLiteral("small");
    return tags.join(QStringLiteral(" · "));
}

} // namespace

std::vector<RowLabel> rowLabels(
    const Device& device, const SegmentList& list, const std::vector<MapRow>& rows)
{
    const Variety variety = varietyOf(list);
    std::vector<RowLabel> labels;
    labels.reserve(rows.size());
    for (const MapRow& row : rows) {
        const SegmentInfo& segment = list.segments[row.segment];
        labels.push_back({tagsOf(device, segment, variety), bytesText(segment.totalSize)});
    }
    return labels;
}

std::vector<LegendEntry> legendEntries(const Composition& composition)
{
    const std::uint64_t live = composition.allocated + composition.waiting;
    return {
        {MemoryClass::Allocated, QStringLiteral("allocated"), composition.allocated,
            QStringLiteral("Held by the program.")},
        {MemoryClass::Waiting, QStringLiteral("waiting for a stream"), composition.waiting,
            QStringLiteral("Freed by the program, but another stream still uses it.")},
        {MemoryClass::FreeBesideLive, QStringLiteral("free beside live"), composition.freeBesideLive,
            QStringLiteral("Free pieces of segments that hold live blocks: Empty cache cannot return them.")},
        {MemoryClass::WholeFree, QStringLiteral("whole segment free"), composition.wholeFree,
            QStringLiteral("Segments without a live block: Empty cache returns them.")},
        {MemoryClass::Rounding, QStringLiteral("rounding"), live - std::min(composition.requested, live),
            QStringLiteral("Given beyond what was asked for; part of allocated and waiting. The tail of each "
                           "block.")},
    };
}

QString orderName(MapOrder order)
{
    switch (order) {
    case MapOrder::Size:
        return QStringLiteral("size");
    case MapOrder::FreeBytes:
        return QStringLiteral("free bytes");
    case MapOrder::Address:
        return QStringLiteral("address");
    case MapOrder::Stream:
        break;
    }
    return QStringLiteral("stream");
}

QString mapTitle(std::size_t segments, MapOrder order)
{
    return QStringLiteral("Fragmentation map · %1 · sorted by %2")
        .arg(counted(segments, QStringLiteral("segment"), QStringLiteral("segments")), orderName(order));
}

QString zoomText(double zoom)
{
    const QString figure =
        zoom < 10 ? QString::number(zoom, 'f', 1) : countText(static_cast<std::uint64_t>(zoom));
    return figure + QStringLiteral(" ×");
}

QString emptyMapText(const ViewState& state)
{
    if (!state.recording())
        return QStringLiteral(
            "Nothing is open. Record a workload or open a file to see its segments and blocks.");
    if (!state.hasDevice())
        return QStringLiteral("This recording holds no device: no memory was ever asked for.");
    if (!state.segments()->segments.empty())
        return {};
    if (state.history().eventCount() == 0)
        return QStringLiteral("No memory has been asked for yet.");
    if (state.cursor() == 0)
        return QStringLiteral(
            "Before the first event nothing is reserved. Move the cursor to a later moment.");
    return QStringLiteral("Nothing is reserved at %1: the allocator holds no segment.")
        .arg(momentName(state.cursor()));
}

} // namespace tidemark::ui
