// SPDX-License-Identifier: GPL-3.0-or-later
// TideEncoder: tables, and the states that refer to them.
#include "core/files/tide/tide_encoder.h"

#include <algorithm>

namespace tidemark::tide {

namespace {

constexpr std::size_t textBytesPerFrame = 1024 * 1024; // a frame ends with the text that passes this

std::uint8_t flagsOf(const SegmentInfo& segment)
{
    return static_cast<std::uint8_t>(
        (segment.isLarge ? segmentFlags::large : 0) | (segment.isExpandable ? segmentFlags::expandable : 0));
}

} // namespace

void TideEncoder::tables(const StringTable& strings, const FrameTable& frames, const StackTable& stacks,
    const ContextTable& contexts)
{
    while (m_strings < strings.size())
        stringRows(strings);
    while (m_frameRecords < frames.size())
        frameRows(frames);
    while (m_stacks < stacks.size())
        stackRows(stacks);
    while (m_contexts < contexts.size())
        contextRows(contexts);
}

void TideEncoder::stringRows(const StringTable& table)
{
    const auto textAt = [&](std::size_t i) { return table[StringIndex{static_cast<std::uint32_t>(i)}]; };
    std::size_t end = m_strings;
    for (std::size_t bytes = 0; end < table.size() && end - m_strings < maxRows && bytes < textBytesPerFrame;
         ++end)
        bytes += textAt(end).size();
    PayloadWriter& payload = begin();
    payload.varint(m_strings);
    payload.rows(end - m_strings);
    for (std::size_t i = m_strings; i < end; ++i)
        payload.varint(textAt(i).size());
    for (std::size_t i = m_strings; i < end; ++i)
        payload.raw(textAt(i));
    finish(FrameType::Strings);
    m_strings = end;
}

void TideEncoder::frameRows(const FrameTable& table)
{
    const std::size_t count = beginTable(m_frameRecords, table.size());
    const auto at = [&](std::size_t i) -> const Frame& {
        return table[FrameIndex{static_cast<std::uint32_t>(m_frameRecords + i)}];
    };
    m_payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return at(i).function.value; });
    m_payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return at(i).file.value; });
    m_payload.column(count, ColumnHint::Small, [&](std::size_t i) { return at(i).line; });
    m_payload.column(count, ColumnHint::Bytes, [&](std::size_t i) { return std::uint64_t(at(i).kind); });
    m_payload.column(count, ColumnHint::Small, [&](std::size_t i) { return at(i).extra.value; });
    finish(FrameType::Frames);
    m_frameRecords += count;
}

void TideEncoder::stackRows(const StackTable& table)
{
    const std::size_t count = beginTable(m_stacks, table.size());
    const auto at = [&](std::size_t i) -> const Stack& {
        return table[StackIndex{static_cast<std::uint32_t>(m_stacks + i)}];
    };
    m_payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return at(i).frame.value; });
    m_payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return at(i).caller.value; });
    finish(FrameType::Stacks);
    m_stacks += count;
}

void TideEncoder::contextRows(const ContextTable& table)
{
    const std::size_t count = beginTable(m_contexts, table.size());
    const auto at = [&](std::size_t i) -> const Context& {
        return table[ContextIndex{static_cast<std::uint32_t>(m_contexts + i)}];
    };
    m_payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return at(i).stack.value; });
    m_payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return at(i).forwardStack.value; });
    m_payload.column(count, ColumnHint::Small, [&](std::size_t i) { return at(i).thread.value; });
    m_payload.column(count, ColumnHint::Small, [&](std::size_t i) { return at(i).compileContext.value; });
    m_payload.column(count, ColumnHint::Small, [&](std::size_t i) { return at(i).userMetadata.value; });
    m_payload.column(count, ColumnHint::Small, [&](std::size_t i) { return at(i).category.value; });
    m_payload.column(count, ColumnHint::Small, [&](std::size_t i) { return at(i).extra.value; });
    finish(FrameType::Contexts);
    m_contexts += count;
}

// Begins a table frame and returns how many records go into it.
std::size_t TideEncoder::beginTable(std::size_t first, std::size_t tableSize)
{
    const std::size_t count = std::min(tableSize - first, maxRows);
    PayloadWriter& payload = begin();
    payload.varint(first);
    payload.rows(count);
    return count;
}

void TideEncoder::state(std::size_t index, StateMoment moment, const SegmentList& state)
{
    const std::span<const BlockInfo> blocks = state.blocks;
    for (std::size_t first = 0; first < blocks.size(); first += maxRows)
        stateBlocks(index, moment, blocks.subspan(first, std::min(maxRows, blocks.size() - first)));
    const std::span<const SegmentInfo> segments = state.segments;
    std::size_t first = 0;
    do {
        const std::size_t count = std::min(maxRows, segments.size() - first);
        stateSegments(index, moment, segments.subspan(first, count), first + count == segments.size());
        first += count;
    } while (first < segments.size());
}

void TideEncoder::stateBlocks(std::size_t index, StateMoment moment, std::span<const BlockInfo> blocks)
{
    const std::size_t count = blocks.size();
    PayloadWriter& payload = begin();
    payload.varint(index);
    payload.byte(static_cast<std::uint8_t>(moment));
    payload.rows(count);
    payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return blocks[i].address; });
    payload.column(count, ColumnHint::Small, [&](std::size_t i) { return blocks[i].size; });
    payload.column(count, ColumnHint::Small, [&](std::size_t i) { return blocks[i].requestedSize; });
    payload.column(count, ColumnHint::Small, [&](std::size_t i) { return blocks[i].allocEvent + 1; });
    payload.column(count, ColumnHint::Small, [&](std::size_t i) { return blocks[i].context.value; });
    payload.column(count, ColumnHint::Bytes, [&](std::size_t i) { return std::uint64_t(blocks[i].state); });
    finish(FrameType::StateBlocks);
}

void TideEncoder::stateSegments(
    std::size_t index, StateMoment moment, std::span<const SegmentInfo> segments, bool isLast)
{
    const std::size_t count = segments.size();
    PayloadWriter& payload = begin();
    payload.varint(index);
    payload.byte(static_cast<std::uint8_t>(moment));
    payload.byte(isLast ? 1 : 0);
    payload.rows(count);
    payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return segments[i].address; });
    payload.column(count, ColumnHint::Small, [&](std::size_t i) { return segments[i].totalSize; });
    payload.column(count, ColumnHint::Growing, [&](std::size_t i) { return segments[i].firstBlock; });
    payload.column(count, ColumnHint::Small, [&](std::size_t i) { return segments[i].blockCount; });
    payload.column(count, ColumnHint::Small, [&](std::size_t i) { return segments[i].context.value; });
    payload.column(count, ColumnHint::Small, [&](std::size_t i) { return segments[i].stream; });
    payload.column(count, ColumnHint::Small, [&](std::size_t i) { return segments[i].pool; });
    payload.column(count, ColumnHint::Bytes, [&](std::size_t i) { return flagsOf(segments[i]); });
    finish(FrameType::StateSegments);
}

} // namespace tidemark::tide
