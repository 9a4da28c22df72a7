// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/event_text.h"

#include "ui/details/context_words.h"
#include "ui/details/exact_figures.h"
#include "ui/details/figures.h"

namespace tidemark::ui {

namespace {

Event eventOf(const Moment& moment)
{
    return moment.device.events[moment.position - 1];
}

QString sizeLabel(Action action)
{
    switch (action) {
    case Action::Alloc:
    case Action::FreeRequested:
    case Action::FreeCompleted:
    case Action::Oom:
        return QStringLiteral("asked for");
    case Action::SegmentAlloc:
    case Action::SegmentFree:
        return QStringLiteral("segment");
    case Action::SegmentMap:
        return QStringLiteral("mapped");
    case Action::SegmentUnmap:
        return QStringLiteral("unmapped");
    case Action::Snapshot:
        return QStringLiteral("active");
    case Action::Annotate:
    case Action::UserDefined:
    case Action::Unknown:
        break;
    }
    return QStringLiteral("size");
}

bool hasAddress(Action action)
{
    return action != Action::Oom && action != Action::Snapshot && action != Action::UserDefined;
}

} // namespace

QString eventTitle(const Moment& moment)
{
    return textOf(actionName(eventOf(moment).action));
}

std::vector<TextRow> eventRows(const Moment& moment)
{
    const Event event = eventOf(moment);
    std::vector<TextRow> rows;
    rows.push_back(figureRow(sizeLabel(event.action), bytesWithUnit(event.size)));
    if (hasAddress(event.action) && event.address != 0)
        rows.push_back({QStringLiteral("address"),
            {{addressText(event.address), false, Link{Link::Kind::Block, event.address}}}, true});
    if (const auto time = microsecondsAt(moment.device, moment.position))
        rows.push_back(figureRow(QStringLiteral("time"), secondsText(*time)));
    if (const QString phase = phaseOf(moment.recording, moment.deviceIndex, moment.position - 1);
        !phase.isEmpty())
        rows.push_back({QStringLiteral("during"), {{phase}}});
    const ContextWords words = wordsOf(moment.recording, event.context);
    if (!words.what.isEmpty()) {
        Text value = {{words.what}};
        if (!words.detail.isEmpty())
            value.push_back({QStringLiteral(" · ") + words.detail});
        rows.push_back({QStringLiteral("in"), value});
    }
    return rows;
}

} // namespace tidemark::ui
