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
    case Action::SegmentMap:
        return segmentMap(event);
    case Action::SegmentUnmap:
        return segmentUnmap(event);
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
    if (overlaps(event))
        return impossible(event, "overlaps another segment");
    const bool isSmall = event.size == size_rules::smallBuffer;
    m_segments[event.address] = {event.size, event.stream, isSmall, false, event.pool,
        {{.address = event.address, .size = event.size}}};
    m_stats.increase(StatKind::Segment, isSmall, 1);
    m_stats.increase(StatKind::ReservedBytes, isSmall, bytes(event.size));
    ++m_stats.numDeviceAlloc;
    if (event.size >= m_settings.maxSplitSize)
        m_stats.oversizeSegments.increase(1);
    return {};
}

bool TraceModel::overlaps(const AllocatorEvent& event) const
{
    const auto next = m_segments.lower_bound(event.address + event.size);
    if (next == m_segments.begin())
        return false;
    const auto& [address, segment] = *std::prev(next);
    return address + segment.size > event.address;
}

// No segment, for the statistics; what it adds to grows, and so does what is behind it.
QString TraceModel::segmentMap(const AllocatorEvent& event)
{
    if (overlaps(event))
        return impossible(event, "overlaps another segment");
    const bool isSmall = event.size == size_rules::smallBuffer;
    m_segments[event.address] = {event.size, event.stream, isSmall, true, event.pool,
        {{.address = event.address, .size = event.size}}};
    joinWithNext(event.address);
    const auto self = m_segments.find(event.address);
    if (self != m_segments.begin())
        joinWithNext(std::prev(self)->first);
    m_stats.increase(StatKind::ReservedBytes, isSmall, bytes(event.size));
    ++m_stats.numDeviceAlloc;
    return {};
}

void TraceModel::joinWithNext(std::uint64_t address)
{
    const auto self = m_segments.find(address);
    const auto next = std::next(self);
    if (next == m_segments.end() || next->first != address + self->second.size
        || !self->second.joins(next->second) || m_reservations.contains(next->first))
        return;
    Segment& segment = self->second;
    segment.size += next->second.size;
    segment.pieces.insert(segment.pieces.end(), next->second.pieces.begin(), next->second.pieces.end());
    mergeFree(segment);
    m_segments.erase(next);
}

QString TraceModel::segmentUnmap(const AllocatorEvent& event)
{
    const auto next = m_segments.upper_bound(event.address);
    if (next == m_segments.begin())
        return impossible(event, "nothing is mapped there");
    const auto self = std::prev(next);
    const std::uint64_t end = event.address + event.size;
    const Segment segment = self->second;
    if (!segment.isExpandable || end > self->first + segment.size)
        return impossible(event, "not that much is mapped there");
    Segment before = segment;
    Segment after = segment;
    before.pieces.clear();
    after.pieces.clear();
    for (const Piece& piece : segment.pieces) {
        const std::uint64_t pieceEnd = piece.address + piece.size;
        if (piece.isActive && pieceEnd > event.address && piece.address < end)
            return impossible(event, "a block there is in use");
        if (piece.address < event.address)
            before.pieces.push_back(piece);
        if (piece.address < event.address && pieceEnd > event.address)
            before.pieces.back().size = event.address - piece.address;
        if (pieceEnd > end)
            after.pieces.push_back(piece);
        if (pieceEnd > end && piece.address < end)
            after.pieces.back() = {.address = end, .size = pieceEnd - end};
    }
    before.size = event.address - self->first;
    after.size = self->first + segment.size - end;
    m_segments.erase(self);
    if (before.size > 0)
        m_segments[event.address - before.size] = before;
    if (after.size > 0)
        m_segments[end] = after;
    m_stats.decrease(StatKind::ReservedBytes, segment.isSmall, bytes(event.size));
    ++m_stats.numDeviceFree;
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
    if (segment.pieces.size() < 2 || segment.isExpandable)
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

bool TraceModel::isCut(const Segment& segment, std::uint64_t rest, std::uint64_t rounded) const
{
    if (segment.pool != PoolId() && m_neverSplit.contains(segment.pool.second))
        return false;
    if (segment.isSmall || m_settings.expandableSegments)
        return rest >= 512;
    return rest > 1048576 && rounded < m_settings.maxSplitSize;
}

QString TraceModel::alloc(const AllocatorEvent& event)
{
    const auto [segment, index] = find(event.address);
    if (!segment || segment->pieces[index].isActive)
        return impossible(event, "there is no free block");
    const std::uint64_t rounded = size_rules::roundSize(event.size, m_settings);
    if (segment->isSmall != (rounded <= 1048576) || segment->stream != event.stream
        || segment->pool != event.pool)
        return impossible(event, "the wrong pool or stream");
    if (segment->pieces[index].size < rounded)
        return impossible(event, "the block is too small");
    const Figures before = figures(*segment);
    const std::uint64_t rest = segment->pieces[index].size - rounded;
    if (isCut(*segment, rest, rounded)) {
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
            || segment.isExpandable != model.isExpandable || segment.pool != model.pool
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
