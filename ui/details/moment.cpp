// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/moment.h"

#include "core/analysis/scopes/phase_name.h"
#include "ui/details/figures.h"
#include "ui/details/filter_words.h"

#include <algorithm>

namespace tidemark::ui {

ExplainedMoment explainedMoment(const Moment& moment)
{
    return {moment.recording, moment.deviceIndex, moment.history, moment.position, moment.segments,
        moment.curves, moment.filter.holdsAllSegments()};
}

std::optional<Moment> momentOf(const ViewState& state)
{
    if (!state.hasDevice())
        return std::nullopt;
    const bool isOfAllocations = !state.filter().allocations.isAll();
    Moment moment{state.recording()->recording, state.device(), state.history(), state.deviceIndex(),
        state.cursor(), *state.shownSegments(), state.filter(),
        isOfAllocations ? CurveView(state.history()) : state.curves(), *state.segments(), state.units()};
    if (isOfAllocations && state.filteredHistory() && state.heldBlocks()) {
        const std::int64_t bytes = state.curves().valueAt(Curve::Allocated, state.cursor());
        moment.heldBytes = static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0));
        moment.heldBlocks = state.heldBlocks()->size();
    }
    return moment;
}

QString momentName(std::size_t position)
{
    return position == 0 ? QStringLiteral("before the first event")
                         : QStringLiteral("event ") + countText(position);
}

QString phaseOf(const Recording& recording, std::size_t deviceIndex, std::uint64_t event)
{
    return textOf(phaseName(recording, deviceIndex, event));
}

std::optional<std::int64_t> microsecondsAt(const Device& device, std::size_t position)
{
    const auto& times = device.events.timeUs();
    if (position == 0 || position > times.size() || times[0] == 0)
        return std::nullopt;
    return times[position - 1] - times[0];
}

QString streamName(const Device& device, StreamSlot stream)
{
    const QString name = QStringLiteral("stream %1").arg(stream);
    if (stream == 0 || stream >= device.streams.size())
        return name;
    return name + QStringLiteral(" (%1)").arg(addressText(device.streams[stream]));
}

bool isInsideFree(const Moment& moment)
{
    return tidemark::isInsideFree(moment.device, moment.position, moment.segments);
}

QString waitingName(bool isInsideFree)
{
    return isInsideFree ? QStringLiteral("being freed") : QStringLiteral("waiting for a stream");
}

QString poolName(const Device& device, PoolSlot pool)
{
    const PoolId id = pool < device.pools.size() ? device.pools[pool] : PoolId{};
    if (id == PoolId{})
        return QStringLiteral("default pool");
    // A CUDAGraph sets the first part, a MemPool or graph_pool_handle() the second (c10's MempoolId_t).
    return (id.first != 0 ? QStringLiteral("graph pool (%1, %2)") : QStringLiteral("private pool (%1, %2)"))
        .arg(id.first)
        .arg(id.second);
}

QString filterName(const Device& device, const MemoryFilter& filter, ByteUnits units)
{
    QStringList parts;
    if (filter.stream)
        parts << (*filter.stream == 0 ? QStringLiteral("stream 0 (default)")
                                      : streamName(device, *filter.stream));
    if (filter.pool)
        parts << poolName(device, *filter.pool);
    if (filter.isLarge)
        parts << (*filter.isLarge ? QStringLiteral("large segments") : QStringLiteral("small segments"));
    if (!filter.allocations.isAll())
        parts << allocationsName(filter.allocations, units);
    return parts.join(QStringLiteral(" · "));
}

} // namespace tidemark::ui
