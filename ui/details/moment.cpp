// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/moment.h"

#include "core/analysis/fragmentation.h"
#include "ui/details/figures.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

bool holds(const Annotation& annotation, std::size_t deviceIndex, std::uint64_t event)
{
    return annotation.device == deviceIndex && annotation.startEvent <= event && event < annotation.endEvent;
}

QString stepName(const QString& name)
{
    const bool isNumber = !name.isEmpty()
        && std::all_of(name.begin(), name.end(), [](QChar character) { return character.isDigit(); });
    return isNumber ? QStringLiteral("step ") + name : name;
}

} // namespace

std::optional<Moment> momentOf(const ViewState& state)
{
    if (!state.hasDevice())
        return std::nullopt;
    return Moment{state.recording()->recording, state.device(), state.history(), state.deviceIndex(),
        state.cursor(), *state.shownSegments(), state.filter(), state.curves(), *state.segments()};
}

QString momentName(std::size_t position)
{
    return position == 0 ? QStringLiteral("before the first event")
                         : QStringLiteral("event ") + countText(position);
}

QString phaseOf(const Recording& recording, std::size_t deviceIndex, std::uint64_t event)
{
    // Spans nest and are kept by their start: the last one that holds the event is the innermost.
    QString step;
    QString phase;
    QString range;
    for (auto it = recording.annotations.rbegin(); it != recording.annotations.rend(); ++it) {
        if (!holds(*it, deviceIndex, event))
            continue;
        QString& target = it->kind == AnnotationKind::Step ? step
            : it->kind == AnnotationKind::Phase            ? phase
                                                           : range;
        if (target.isEmpty())
            target = textOf(recording.strings[it->name]);
        if (!step.isEmpty() && !phase.isEmpty())
            break;
    }
    if (step.isEmpty() && phase.isEmpty())
        return range;
    if (step.isEmpty() || phase.isEmpty())
        return step.isEmpty() ? phase : stepName(step);
    return stepName(step) + QStringLiteral(" · ") + phase;
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
    std::size_t waiting = 0;
    std::uint64_t address = 0;
    for (const BlockInfo& block : moment.segments.blocks) {
        if (block.state != BlockState::ActivePendingFree)
            continue;
        address = block.address;
        ++waiting;
    }
    return waiting == 1 && isBeingFreed(moment.device, moment.position, address);
}

QString waitingName(const Moment& moment)
{
    return isInsideFree(moment) ? QStringLiteral("being freed") : QStringLiteral("waiting for a stream");
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

QString filterName(const Device& device, const MemoryFilter& filter)
{
    QStringList parts;
    if (filter.stream)
        parts << (*filter.stream == 0 ? QStringLiteral("stream 0 (default)")
                                      : streamName(device, *filter.stream));
    if (filter.pool)
        parts << poolName(device, *filter.pool);
    if (filter.isLarge)
        parts << (*filter.isLarge ? QStringLiteral("large segments") : QStringLiteral("small segments"));
    return parts.join(QStringLiteral(" · "));
}

} // namespace tidemark::ui
