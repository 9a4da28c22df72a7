// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tiles/allocation_words.h"

#include "ui/details/context_words.h"
#include "ui/details/figures.h"
#include "ui/details/moment.h"
#include "ui/words.h"

#include <QStringList>

namespace tidemark::ui {

namespace {

// "features.0.weight", else what made it.
QString nameOf(const TileSource& source, const Allocation& allocation)
{
    const Recording& recording = source.recording();
    for (const TensorLabel& label : source.attribution().labelsOf(allocation)) {
        if (const auto name = recording.strings[label.name]; !name.empty())
            return textOf(name);
    }
    const ContextWords words = wordsOf(recording, allocation.context);
    if (words.what.isEmpty())
        return tr("an allocation");
    return words.detail.isEmpty() ? words.what : words.what + QStringLiteral(" · ") + words.detail;
}

QString lifeOf(const Allocation& allocation)
{
    const auto moment = [](std::uint64_t event) { return momentName(static_cast<std::size_t>(event) + 1); };
    const bool isOld = allocation.event == Allocation::beforeRecording;
    if (allocation.freeEvent == Allocation::never)
        return isOld ? tr("alive all the time") : tr("since %1, never freed").arg(moment(allocation.event));
    return isOld ? tr("from before the recording to %1").arg(moment(allocation.freeEvent))
                 : tr("%1 to %2").arg(moment(allocation.event), moment(allocation.freeEvent));
}

QString categoryOf(const TileSource& source, const Allocation& allocation)
{
    return source.attribution().hasLabels ? textOf(nameOf(allocation.category)) : QString();
}

// "1,250 events · 3.2 ms"
QString spanOf(const TileSource& source, const Allocation& allocation)
{
    if (allocation.event == Allocation::beforeRecording || allocation.freeEvent == Allocation::never)
        return {};
    QString text = counted(allocation.freeEvent - allocation.event, tr("event"), tr("events"));
    const auto begin = microsecondsAt(source.device(), static_cast<std::size_t>(allocation.event) + 1);
    const auto end = microsecondsAt(source.device(), static_cast<std::size_t>(allocation.freeEvent) + 1);
    if (begin && end)
        text += QStringLiteral(" · ") + secondsText(*end - *begin);
    return text;
}

} // namespace

QString allocationLine(const TileSource& source, std::uint32_t allocation, ByteUnits units)
{
    const Allocation& shown = source.attribution().allocations[allocation];
    QStringList parts = {
        nameOf(source, shown), categoryOf(source, shown), bytesText(shown.bytes, units), lifeOf(shown)};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QString allocationTip(const TileSource& source, std::uint32_t allocation)
{
    constexpr int mostFrames = 4;
    const Allocation& shown = source.attribution().allocations[allocation];
    QStringList lines = {nameOf(source, shown), categoryOf(source, shown)};
    lines << (shown.requested > 0 && shown.requested != shown.bytes
            ? tr("%1 B, %2 B asked for").arg(countText(shown.bytes), countText(shown.requested))
            : tr("%1 B").arg(countText(shown.bytes)));
    lines << lifeOf(shown) << spanOf(source, shown) << addressText(shown.address);
    if (!shown.isTold)
        lines << tr("No event tells of its beginning.");
    int frames = 0;
    const Context& context = source.recording().contexts[shown.context];
    for (const FrameText& frame : framesOf(source.recording(), context.stack)) {
        if (frame.isFramework || frames++ >= mostFrames)
            continue;
        lines << (frame.place.isEmpty() ? frame.function
                                        : frame.function + QStringLiteral("  ") + frame.place);
    }
    lines.removeAll(QString());
    return lines.join(u'\n');
}

} // namespace tidemark::ui
