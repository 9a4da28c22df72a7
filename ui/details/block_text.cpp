// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/block_text.h"

#include "core/analysis/reserved/device_call.h"
#include "core/analysis/reserved/fragmentation.h"
#include "ui/details/exact_figures.h"
#include "ui/details/figures.h"
#include "ui/map/map_rows.h"

namespace tidemark::ui {

namespace {

constexpr int hoverFrames = 4;

struct Place {
    const SegmentInfo* segment = nullptr;
    const BlockInfo* block = nullptr;
    bool segmentIsFree = false;
};

std::optional<Place> findBlock(const SegmentList& list, std::uint64_t address)
{
    const SegmentInfo* segment = segmentAt(list, address);
    if (segment == nullptr)
        return std::nullopt;
    const std::uint32_t block = blockAtOffset(list, *segment, address - segment->address);
    return Place{segment, &list.blocks[block], isFree(list, *segment)};
}

Text headlineOf(const Moment& moment, const Place& place)
{
    if (place.block->state == BlockState::Inactive) {
        if (place.segmentIsFree)
            return {
                {QStringLiteral("Whole free segment"), true}, {QStringLiteral(" · Empty cache returns it")}};
        return {{QStringLiteral("Free beside live blocks"), true},
            {place.segment->isExpandable ? QStringLiteral(" · only whole pages can be returned")
                                         : QStringLiteral(" · Empty cache cannot return it")}};
    }
    const ContextWords words = wordsOf(moment.recording, place.block->context);
    if (words.what.isEmpty())
        return {{QStringLiteral("A block"), true}, {QStringLiteral(" · what allocated it is not recorded")}};
    Text text = {{words.what, true}};
    if (!words.detail.isEmpty())
        text.push_back({QStringLiteral(" · ") + words.detail});
    return text;
}

QString stateText(const Moment& moment, const Place& place)
{
    switch (place.block->state) {
    case BlockState::ActiveAllocated:
        return QStringLiteral("allocated");
    case BlockState::ActivePendingFree:
        return isBeingFreed(moment.device, moment.position, place.block->address)
            ? QStringLiteral("being freed")
            : QStringLiteral("freed, waiting for another stream");
    case BlockState::Inactive:
        break;
    }
    return QStringLiteral("free");
}

TextRow sinceRow(const Moment& moment, const BlockInfo& block)
{
    const QString label =
        block.state == BlockState::Inactive ? QStringLiteral("free since") : QStringLiteral("born");
    if (block.allocEvent == BlockInfo::noEvent)
        return {label, {{QStringLiteral("before the recording")}}};
    const std::size_t position = block.allocEvent + 1;
    Text value = {{momentName(position), false, Link{Link::Kind::Moment, position}}};
    if (const QString phase = phaseOf(moment.recording, moment.deviceIndex, block.allocEvent);
        !phase.isEmpty())
        value.push_back({QStringLiteral(" · ") + phase});
    return {label, value};
}

void addAge(std::vector<TextRow>& rows, const Moment& moment, const BlockInfo& block)
{
    if (block.allocEvent == BlockInfo::noEvent || moment.position <= block.allocEvent)
        return;
    const std::size_t born = block.allocEvent + 1;
    if (born == moment.position) {
        rows.push_back({QStringLiteral("age"), {{QStringLiteral("just now")}}});
        return;
    }
    QString age = counted(moment.position - born, QStringLiteral("event"), QStringLiteral("events"));
    const auto now = microsecondsAt(moment.device, moment.position);
    const auto then = microsecondsAt(moment.device, born);
    if (now && then)
        age += QStringLiteral(" · ") + secondsText(*now - *then);
    rows.push_back({QStringLiteral("age"), {{age}}});
}

QString streamAndPool(const Moment& moment, const SegmentInfo& segment)
{
    QString text = streamName(moment.device, segment.stream) + QStringLiteral(" · ")
        + (segment.isLarge ? QStringLiteral("large") : QStringLiteral("small"));
    if (segment.isExpandable)
        text += QStringLiteral(" · expandable");
    const auto& pools = moment.device.pools;
    if (segment.pool < pools.size() && pools[segment.pool] != PoolId{})
        text += QStringLiteral(" · ") + poolName(moment.device, segment.pool);
    return text;
}

std::vector<TextRow> rowsOf(const Moment& moment, const Place& place)
{
    const BlockInfo& block = *place.block;
    const SegmentInfo& segment = *place.segment;
    std::vector<TextRow> rows;
    rows.push_back({QStringLiteral("state"), {{stateText(moment, place)}}});
    rows.push_back(figureRow(QStringLiteral("address"), addressText(block.address)));
    if (block.state == BlockState::Inactive) {
        rows.push_back(figureRow(QStringLiteral("size"), bytesWithUnit(block.size)));
    } else {
        rows.push_back(figureRow(QStringLiteral("asked for"), bytesWithUnit(block.requestedSize)));
        QString given = bytesWithUnit(block.size);
        if (block.size > block.requestedSize)
            given += QStringLiteral(" (%1)").arg(surplusText(block.requestedSize, block.size));
        rows.push_back(figureRow(QStringLiteral("given"), given));
    }
    rows.push_back({QStringLiteral("stream · pool"), {{streamAndPool(moment, segment)}}});
    const std::uint64_t offset = block.address - segment.address;
    const QString where = offset == 0 ? QStringLiteral("start of")
                                      : QStringLiteral("%1 into").arg(bytesText(offset, moment.units));
    rows.push_back({QStringLiteral("place"),
        {{where + QStringLiteral(" a %1 segment").arg(bytesText(segment.totalSize, moment.units))}}});
    if (const auto event = segmentEventOf(moment.device, segment, block.address, moment.position))
        rows.push_back({QStringLiteral("segment since"),
            {{momentName(*event + 1), false, Link{Link::Kind::Moment, *event + 1}}}});
    rows.push_back(sinceRow(moment, block));
    addAge(rows, moment, block);
    return rows;
}

void addContext(BlockText& text, const Recording& recording, const BlockInfo& block)
{
    const Context& context = recording.contexts[block.context];
    const auto addNamed = [&](const QString& label, StringIndex name) {
        if (!name.isNone())
            text.rows.push_back({label, {{textOf(recording.strings[name])}}});
    };
    addNamed(QStringLiteral("category"), context.category);
    addNamed(QStringLiteral("note"), context.userMetadata);
    addNamed(QStringLiteral("compiled"), context.compileContext);
    addNamed(QStringLiteral("thread"), context.thread);
    text.frames = framesOf(recording, context.stack);
    text.forwardFrames = framesOf(recording, context.forwardStack);
    if (!text.frames.empty())
        return;
    text.note = {{block.allocEvent == BlockInfo::noEvent
            ? QStringLiteral("No stack: the block was there before the recording began.")
            : QStringLiteral("No stack was recorded with this allocation.")}};
}

} // namespace

BlockText blockText(const Moment& moment, std::uint64_t address)
{
    BlockText text;
    const auto place = findBlock(moment.segments, address);
    if (!place) {
        text.headline = {{QStringLiteral("No segment holds %1 at this moment.").arg(addressText(address))}};
        return text;
    }
    text.headline = headlineOf(moment, *place);
    text.rows = rowsOf(moment, *place);
    if (place->block->state != BlockState::Inactive)
        addContext(text, moment.recording, *place->block);
    return text;
}

QString hoverText(const BlockText& text)
{
    const auto escaped = [](const Text& parts) { return plainText(parts).toHtmlEscaped(); };
    QString html =
        QStringLiteral("<p style='white-space:pre'><b>%1</b></p><table>").arg(escaped(text.headline));
    for (const TextRow& row : text.rows)
        html += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td style='white-space:pre'>%2</td></tr>")
                    .arg(row.label.toHtmlEscaped(), escaped(row.value));
    html += QStringLiteral("</table>");
    int shown = 0;
    for (const FrameText& frame : text.frames) {
        if (frame.isFramework)
            continue;
        if (shown++ == hoverFrames)
            break;
        html += QStringLiteral("<div style='white-space:pre'>%1  %2</div>")
                    .arg(frame.function.toHtmlEscaped(), frame.place.toHtmlEscaped());
    }
    return html;
}

} // namespace tidemark::ui
