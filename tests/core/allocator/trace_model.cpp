// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/allocator/trace_model.h"

#include "core/allocator/size_rules.h"
#include "tests/core/allocator/event_log.h"

namespace tidemark::tests {

namespace {

std::int64_t bytes(std::uint64_t size)
{
    return static_cast<std::int64_t>(size);
}

QString impossible(const AllocatorEvent& event, const char* why)
{
    return toText(event) + QStringLiteral(": ") + QLatin1String(why);
}

} // namespace

TraceModel::TraceModel(const AllocatorSettings& settings)
    : m_settings(settings)
{
    m_stats.maxSplitSize = bytes(settings.maxSplitSize);
}

QString TraceModel::follow(const AllocatorEvent& event)
{
    switch (event.action) {
    case Action::SegmentAlloc:
        return segmentAlloc(event);
    case Action::SegmentFree:
        return segmentFree(event);
    case Action::Alloc:
        return alloc(event);
    case Action::FreeRequested:
        return freeRequested(event);
    case Action::FreeCompleted:
        return freeCompleted(event);
    case Action::Oom:
        ++m_stats.numOoms;
        return {};
    default:
        return impossible(event, "not an event of this allocator");
    }
}

QString TraceModel::segmentAlloc(const AllocatorEvent& event)
{
    const auto next = m_segments.lower_bound(event.address);
    if (next != m_segments.end() && next->first < event.address + event.size)
        return impossible(event, "overlaps the next segment");
    if (next != m_segments.begin() && std::prev(next)->first + std::prev(next)->second.size > event.address)
        return impossible(event, "overlaps the segment before");
    const bool isSmall = event.size == size_rules::smallBuffer;
    m_segments[event.address] = {
        event.size, event.stream, isSmall, {{.address = event.address, .size = event.size}}};
    m_stats.increase(StatKind::Segment, isSmall, 1);
    m_stats.increase(StatKind::ReservedBytes, isSmall, bytes(event.size));
    ++m_stats.numDeviceAlloc;
    if (event.size >= m_settings.maxSplitSize)
        m_stats.oversizeSegments.increase(1);
    return {};
}

QString TraceModel::segmentFree(const AllocatorEvent& event)
{
    const auto found = m_segments.find(event.address);
    if (found == m_segments.end() || found->second.size != event.size)
        return impossible(event, "no such segment");
    if (found->second.pieces.size() != 1 || found->second.pieces.front().isActive)
        return impossible(event, "the segment is in use");
    const bool isSmall = found->second.isSmall;
    m_segments.erase(found);
    m_stats.decrease(StatKind::Segment, isSmall, 1);
    m_stats.decrease(StatKind::ReservedBytes, isSmall, bytes(event.size));
    ++m_stats.numDeviceFree;
    if (event.size >= m_settings.maxSplitSize)
        m_stats.oversizeSegments.decrease(1);
    return {};
}

TraceModel::Found TraceModel::find(std::uint64_t address)
{
    auto next = m_segments.upper_bound(address);
    if (next == m_segments.begin())
        return {};
    Segment& segment = std::prev(next)->second;
    for (std::size_t i = 0; i < segment.pieces.size(); ++i)
        if (segment.pieces[i].address == address)
            return {&segment, i};
    return {};
}

TraceModel::Figures TraceModel::figures(const Segment& segment)
{
    Figures result;
    if (segment.pieces.size() < 2)
        return result;
    for (const Piece& piece : segment.pieces) {
        if (piece.isActive)
            continue;
        ++result.splitCount;
        result.splitBytes += bytes(piece.size);
    }
    return result;
}

void TraceModel::countSplits(const Segment& segment, const Figures& before)
{
    const Figures now = figures(segment);
    m_stats.change(StatKind::InactiveSplit, segment.isSmall, now.splitCount - before.splitCount);
    m_stats.change(StatKind::InactiveSplitBytes, segment.isSmall, now.splitBytes - before.splitBytes);
}

QString TraceModel::alloc(const AllocatorEvent& event)
{
    const auto [segment, index] = find(event.address);
    if (!segment || segment->pieces[index].isActive)
        return impossible(event, "there is no free block");
    const std::uint64_t rounded = size_rules::roundSize(event.size, m_settings);
    if (segment->isSmall != (rounded <= 1048576) || segment->stream != event.stream)
        return impossible(event, "the wrong pool or stream");
    if (segment->pieces[index].size < rounded)
        return impossible(event, "the block is too small");
    const Figures before = figures(*segment);
    const std::uint64_t rest = segment->pieces[index].size - rounded;
    const bool isCut = segment->isSmall ? rest >= 512 : rest > 1048576 && rounded < m_settings.maxSplitSize;
    if (isCut) {
        segment->pieces[index].size = rounded;
        const Piece remainder{.address = event.address + rounded, .size = rest};
        segment->pieces.insert(segment->pieces.begin() + static_cast<std::ptrdiff_t>(index) + 1, remainder);
    }
    Piece& piece = segment->pieces[index];
    piece.requested = event.size;
    piece.isAllocated = piece.isActive = true;
    countSplits(*segment, before);
    m_stats.increase(StatKind::Allocation, segment->isSmall, 1);
    m_stats.increase(StatKind::AllocatedBytes, segment->isSmall, bytes(piece.size));
    m_stats.increase(StatKind::Active, segment->isSmall, 1);
    m_stats.increase(StatKind::ActiveBytes, segment->isSmall, bytes(piece.size));
    m_stats.increase(StatKind::RequestedBytes, segment->isSmall, bytes(piece.requested));
    if (piece.size >= m_settings.maxSplitSize)
        m_stats.oversizeAllocations.increase(1);
    return {};
}

QString TraceModel::freeRequested(const AllocatorEvent& event)
{
    const auto [segment, index] = find(event.address);
    if (!segment || !segment->pieces[index].isAllocated)
        return impossible(event, "nothing is allocated there");
    Piece& piece = segment->pieces[index];
    if (piece.requested != event.size)
        return impossible(event, "the size is not the size asked for");
    piece.isAllocated = false;
    m_stats.decrease(StatKind::Allocation, segment->isSmall, 1);
    m_stats.decrease(StatKind::AllocatedBytes, segment->isSmall, bytes(piece.size));
    if (piece.size >= m_settings.maxSplitSize)
        m_stats.oversizeAllocations.decrease(1);
    return {};
}

QString TraceModel::freeCompleted(const AllocatorEvent& event)
{
    const auto [segment, index] = find(event.address);
    if (!segment || segment->pieces[index].isAllocated || !segment->pieces[index].isActive)
        return impossible(event, "no free was asked for");
    const Figures before = figures(*segment);
    Piece& piece = segment->pieces[index];
    piece.isActive = false;
    m_stats.decrease(StatKind::Active, segment->isSmall, 1);
    m_stats.decrease(StatKind::ActiveBytes, segment->isSmall, bytes(piece.size));
    m_stats.decrease(StatKind::RequestedBytes, segment->isSmall, bytes(piece.requested));
    mergeFree(*segment);
    countSplits(*segment, before);
    return {};
}

void TraceModel::mergeFree(Segment& segment)
{
    std::vector<Piece> merged;
    for (const Piece& piece : segment.pieces) {
        if (!merged.empty() && !merged.back().isActive && !piece.isActive)
            merged.back().size += piece.size;
        else
            merged.push_back(piece);
    }
    segment.pieces = std::move(merged);
}

QString TraceModel::compare(const std::vector<AllocatorSegment>& snapshot) const
{
    if (snapshot.size() != m_segments.size())
        return QStringLiteral("%1 segments, but %2 by the events")
            .arg(snapshot.size())
            .arg(m_segments.size());
    auto expected = m_segments.begin();
    for (const AllocatorSegment& segment : snapshot) {
        const auto& [address, model] = *expected++;
        const QString where = QStringLiteral("segment 0x%1").arg(segment.address, 0, 16);
        if (segment.address != address || segment.totalSize != model.size || segment.stream != model.stream
            || segment.isLarge == model.isSmall || segment.blocks.size() != model.pieces.size())
            return where;
        for (std::size_t i = 0; i < segment.blocks.size(); ++i) {
            const AllocatorBlock& block = segment.blocks[i];
            const Piece& piece = model.pieces[i];
            if (block.address != piece.address || block.size != piece.size
                || block.isAllocated != piece.isAllocated || block.isActive != piece.isActive
                || (piece.isActive && block.requestedSize != piece.requested))
                return where + QStringLiteral(", block %1").arg(i);
        }
    }
    return {};
}

} // namespace tidemark::tests
