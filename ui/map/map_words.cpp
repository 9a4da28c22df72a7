// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/map_words.h"

#include "ui/details/figures.h"
#include "ui/details/moment.h"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <tuple>

namespace tidemark::ui {

RowLabels::RowLabels(const Device& device, const SegmentList& list)
    : m_pools(device.pools)
{
    // What a label depends on: few kinds, however many segments.
    std::set<std::tuple<StreamSlot, PoolSlot, bool>> kinds;
    for (const SegmentInfo& segment : list.segments)
        kinds.emplace(segment.stream, segment.pool, segment.isLarge);
    for (const auto& [stream, pool, isLarge] : kinds) {
        const auto& [firstStream, firstPool, firstIsLarge] = *kinds.begin();
        m_namesStreams = m_namesStreams || stream != firstStream;
        m_namesPools = m_namesPools || pool != firstPool;
        m_namesSmall = m_namesSmall || isLarge != firstIsLarge;
    }
    for (const auto& [stream, pool, isLarge] : kinds) {
        SegmentInfo segment;
        segment.stream = stream;
        segment.pool = pool;
        segment.isLarge = isLarge;
        m_tags.insert(tagsOf(segment));
    }
}

QString RowLabels::tagsOf(const SegmentInfo& segment) const
{
    QStringList tags;
    if (m_namesStreams)
        tags << QStringLiteral("stream %1").arg(segment.stream);
    const PoolId pool = segment.pool < m_pools.size() ? m_pools[segment.pool] : PoolId{};
    if (m_namesPools && pool != PoolId{})
        tags << QStringLiteral("pool %1,%2").arg(pool.first).arg(pool.second);
    if (m_namesSmall && !segment.isLarge)
        tags << QStringLiteral("small");
    return tags.join(QStringLiteral(" · "));
}

RowLabel RowLabels::of(const SegmentInfo& segment, ByteUnits units) const
{
    return {tagsOf(segment), bytesText(segment.totalSize, units)};
}

std::vector<LegendEntry> legendEntries(const Composition& composition, bool isBeingFreed)
{
    const std::uint64_t live = composition.allocated + composition.waiting;
    return {
        {MemoryClass::Allocated, QStringLiteral("allocated"), composition.allocated,
            QStringLiteral("Held by the program.")},
        {MemoryClass::Waiting, waitingName(isBeingFreed), composition.waiting,
            isBeingFreed ? QStringLiteral("Freed by the program at this event, and free at the next.")
                         : QStringLiteral("Freed by the program, but another stream still uses it.")},
        {MemoryClass::FreeBesideLive, QStringLiteral("free beside live"), composition.freeBesideLive,
            QStringLiteral("Free pieces of segments that hold live blocks: Empty cache cannot return them.")},
        {MemoryClass::WholeFree, QStringLiteral("whole segment free"), composition.wholeFree,
            QStringLiteral("Segments without a live block: Empty cache returns them.")},
        {MemoryClass::Rounding, QStringLiteral("rounding"), live - std::min(composition.requested, live),
            QStringLiteral("Given beyond what was asked for; part of allocated and waiting. The tail of each "
                           "block.")},
    };
}

namespace {

// Of a scale the middle is shown, though nothing has it.
bool isBetweenOthers(std::span<const std::uint64_t> bytes, std::size_t place)
{
    const auto holds = [](std::uint64_t held) { return held > 0; };
    const auto at = bytes.begin() + static_cast<std::ptrdiff_t>(place);
    return std::any_of(bytes.begin(), at, holds) && std::any_of(at, bytes.end(), holds);
}

} // namespace

std::vector<LegendEntry> legendEntries(const Composition& composition, bool isBeingFreed,
    const AllocationClasses& classes, std::span<const std::uint64_t> bytes, ByteUnits units)
{
    constexpr std::size_t mostClasses = 12;
    const std::size_t count = bytes.size() - 1; // the last is what has no class
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < count; ++i)
        if (bytes[i] > 0 || (classes.isOrdered() && isBetweenOthers(bytes.first(count), i)))
            shown.push_back(i);
    std::uint64_t rest = 0;
    std::size_t left = 0;
    if (shown.size() > mostClasses) {
        std::stable_sort(shown.begin(), shown.end(), [&](auto a, auto b) { return bytes[a] > bytes[b]; });
        for (; shown.size() > mostClasses; shown.pop_back(), ++left)
            rest += bytes[shown.back()];
        std::sort(shown.begin(), shown.end());
    }
    const QString explanation = QStringLiteral("Allocated memory, by %1.").arg(colourClassTitle(classes.by));
    std::vector<LegendEntry> entries;
    for (const std::size_t i : shown)
        entries.push_back({MemoryClass::Allocated, className(classes, i, units), bytes[i], explanation,
            static_cast<std::uint8_t>(i)});
    if (left > 0)
        entries.push_back({MemoryClass::Allocated, QStringLiteral("and %1 more").arg(left), rest,
            explanation + QStringLiteral(" Their colours are in the map, too."), noColourClass});
    if (bytes.back() > 0)
        entries.push_back({MemoryClass::Allocated, QStringLiteral("not told"), bytes.back(),
            QStringLiteral("Allocated, but the recording does not tell when or by what."), noColourClass});
    const std::vector<LegendEntry> states = legendEntries(composition, isBeingFreed);
    entries.insert(entries.end(), states.begin() + 1, states.end()); // allocated is told by its classes
    return entries;
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
    case MapOrder::PinnedBytes:
        return QStringLiteral("pinned bytes");
    case MapOrder::Pool:
        return QStringLiteral("pool");
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

QString partText(const MapView& view, ByteUnits units)
{
    if (view.zoom <= 1)
        return {};
    if (view.scale == MapScale::EachRow) {
        const auto percent = [](double share) { return QString::number(100 * share, 'g', 3); };
        return QStringLiteral("%1 % from %2 % on").arg(percent(1 / view.zoom), percent(view.origin));
    }
    const auto bytes = [&](double share) {
        return static_cast<std::uint64_t>(std::llround(share * static_cast<double>(view.longest)));
    };
    return QStringLiteral("%1 from %2 on")
        .arg(bytesText(bytes(1 / view.zoom), units), bytesText(bytes(view.origin), units));
}

QString emptyMapText(const ViewState& state)
{
    if (!state.recording())
        return QStringLiteral(
            "Nothing is open. Record a workload or open a file to see its segments and blocks.");
    if (!state.hasDevice())
        return QStringLiteral("This recording holds no device: no memory was ever asked for.");
    if (!state.shownSegments()->segments.empty())
        return {};
    if (!state.segments()->segments.empty())
        return QStringLiteral("At %1 nothing is reserved in %2. Escape shows all memory again.")
            .arg(momentName(state.cursor()), filterName(state.device(), state.filter(), state.units()));
    if (state.history().eventCount() == 0)
        return QStringLiteral("No memory has been asked for yet.");
    if (state.cursor() == 0)
        return QStringLiteral(
            "Before the first event nothing is reserved. Move the cursor to a later moment.");
    return QStringLiteral("Nothing is reserved at %1: the allocator holds no segment.")
        .arg(momentName(state.cursor()));
}

} // namespace tidemark::ui
