// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/event_text.h"

#include "core/analysis/composition.h"
#include "ui/details/context_words.h"
#include "ui/details/figures.h"

#include <algorithm>

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

TextRow figure(const QString& label, const QString& value)
{
    return {label, {{value}}, true};
}

QString bytesWithUnit(std::uint64_t bytes)
{
    return countText(bytes) + QStringLiteral(" B");
}

std::uint64_t largestFreeBlock(const SegmentList& list)
{
    std::uint64_t largest = 0;
    for (const BlockInfo& block : list.blocks) {
        if (block.state == BlockState::Inactive)
            largest = std::max(largest, block.size);
    }
    return largest;
}

Text verdictOf(std::uint64_t asked, std::uint64_t driverFree, std::uint64_t freeInside, std::uint64_t largest)
{
    if (largest >= asked)
        return {{QStringLiteral("A free block was large enough: it must belong to another stream or pool, or "
                                "the settings kept it from being split.")}};
    if (freeInside >= asked)
        return {
            {QStringLiteral("The reserved memory held enough free bytes, but in pieces that were each too "
                            "small: fragmentation.")}};
    if (driverFree >= asked)
        return {
            {QStringLiteral("The device had enough free memory: most likely a limit on this process stood "
                            "in the way.")}};
    if (freeInside + driverFree >= asked)
        return {{QStringLiteral("Free memory inside and outside would have been enough together, but nowhere "
                                "in one piece.")}};
    return {{QStringLiteral("There was not enough memory, even with every free byte together.")}};
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
    rows.push_back(figure(sizeLabel(event.action), bytesWithUnit(event.size)));
    if (hasAddress(event.action) && event.address != 0)
        rows.push_back({QStringLiteral("address"),
            {{addressText(event.address), false, Link{Link::Kind::Block, event.address}}}, true});
    if (const auto time = microsecondsAt(moment.device, moment.position))
        rows.push_back(figure(QStringLiteral("time"), secondsText(*time)));
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

std::optional<OomText> oomText(const Moment& moment)
{
    if (moment.position == 0 || moment.position > moment.device.events.size()
        || eventOf(moment).action != Action::Oom)
        return std::nullopt;
    const Event event = eventOf(moment);
    const Composition composition = compositionOf(moment.segments);
    const std::uint64_t freeInside = composition.freeBesideLive + composition.wholeFree;
    const std::uint64_t largest = largestFreeBlock(moment.segments);

    OomText text;
    text.headline = {
        {QStringLiteral("Out of memory: ") + bytesText(event.size) + QStringLiteral(" asked for"), true}};
    text.rows.push_back(figure(QStringLiteral("asked for"), bytesWithUnit(event.size)));
    text.rows.push_back(figure(QStringLiteral("free on the device"), bytesWithUnit(event.address)));
    if (moment.device.capacity > 0)
        text.rows.push_back(figure(QStringLiteral("of the device's"), bytesWithUnit(moment.device.capacity)));
    text.rows.push_back(figure(QStringLiteral("reserved"), bytesWithUnit(composition.reserved)));
    text.rows.push_back(figure(QStringLiteral("free inside reserved"), bytesWithUnit(freeInside)));
    text.rows.push_back(figure(QStringLiteral("largest free block"), bytesWithUnit(largest)));
    text.verdict = verdictOf(event.size, event.address, freeInside, largest);
    return text;
}

} // namespace tidemark::ui
