// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/heap.h"

#include <algorithm>

namespace tidemark {

namespace {

std::int64_t asSigned(std::uint64_t bytes)
{
    return static_cast<std::int64_t>(bytes);
}

HeapBlock freeBlock(const HeapSegment& segment, std::uint64_t event)
{
    HeapBlock block;
    block.address = segment.address;
    block.size = segment.size;
    block.event = event;
    block.startsSegment = true;
    block.isExpandable = segment.isExpandable;
    return block;
}

} // namespace

const HeapSegment* Heap::segmentCovering(std::uint64_t address) const
{
    const auto place = m_segments.lastNotBehind(address);
    return place != m_segments.end() && address < m_segments[place].end() ? &m_segments[place] : nullptr;
}

const HeapSegment* Heap::segmentAt(std::uint64_t address) const
{
    const HeapSegment* segment = segmentCovering(address);
    return segment && segment->address == address ? segment : nullptr;
}

const HeapSegment* Heap::segmentIn(std::uint64_t begin, std::uint64_t end) const
{
    if (const HeapSegment* segment = segmentCovering(begin))
        return segment;
    const auto behind = m_segments.firstNotBefore(begin);
    return behind != m_segments.end() && m_segments[behind].address < end ? &m_segments[behind] : nullptr;
}

std::optional<Heap::Place> Heap::blockCovering(std::uint64_t address) const
{
    const Place place = m_blocks.lastNotBehind(address);
    if (place == m_blocks.end() || address >= m_blocks[place].end())
        return std::nullopt;
    return place;
}

std::optional<Heap::Place> Heap::blockAt(std::uint64_t address) const
{
    const Place place = m_blocks.lastNotBehind(address);
    if (place == m_blocks.end() || m_blocks[place].address != address)
        return std::nullopt;
    return place;
}

std::optional<Heap::Place> Heap::before(Place place) const
{
    if (m_blocks[place].startsSegment)
        return std::nullopt;
    return m_blocks.previous(place);
}

std::optional<Heap::Place> Heap::behind(Place place) const
{
    const Place next = m_blocks.next(place);
    if (next == m_blocks.end() || m_blocks[next].startsSegment)
        return std::nullopt;
    return next;
}

bool Heap::isSplit(Place place) const
{
    return before(place).has_value() || behind(place).has_value();
}

void Heap::countFree(Place place, std::int64_t sign)
{
    const HeapBlock& block = m_blocks[place];
    if (block.isExpandable || !isSplit(place))
        return;
    m_level.inactiveSplit += sign;
    m_level.inactiveSplitBytes += sign * asSigned(block.size);
}

void Heap::countUsed(const HeapBlock& block, std::int64_t sign)
{
    if (block.isFree())
        return;
    m_level.active += sign;
    m_level.activeBytes += sign * asSigned(block.size);
    m_level.requestedBytes += sign * asSigned(block.requestedSize);
    if (block.state == BlockState::ActiveAllocated) {
        m_level.allocation += sign;
        m_level.allocatedBytes += sign * asSigned(block.size);
    }
}

Heap::Place Heap::take(Place free, std::uint64_t size, const HeapBlock& tenant)
{
    countFree(free, -1);
    HeapBlock& block = m_blocks[free];
    HeapBlock rest = block;
    block.size = size;
    block.requestedSize = std::min(tenant.requestedSize, size);
    block.event = tenant.event;
    block.context = tenant.context;
    block.state = tenant.state;
    block.isLeastSize = tenant.isLeastSize;
    countUsed(block, 1);
    if (size == rest.size)
        return free;
    rest.address += size;
    rest.size -= size;
    rest.startsSegment = false;
    const Place behindIt = m_blocks.insert(m_blocks.next(free), rest);
    countFree(behindIt, 1);
    return m_blocks.previous(behindIt);
}

void Heap::requestFree(Place live)
{
    HeapBlock& block = m_blocks[live];
    block.state = BlockState::ActivePendingFree;
    m_level.allocation -= 1;
    m_level.allocatedBytes -= asSigned(block.size);
}

void Heap::resurrect(Place waiting)
{
    HeapBlock& block = m_blocks[waiting];
    block.state = BlockState::ActiveAllocated;
    m_level.allocation += 1;
    m_level.allocatedBytes += asSigned(block.size);
}

Heap::Place Heap::mergeFree(Place place)
{
    if (const auto left = before(place); left && m_blocks[*left].isFree()) {
        countFree(*left, -1);
        m_blocks[*left].size += m_blocks[place].size;
        m_blocks[*left].event = m_blocks[place].event;
        const std::uint64_t address = m_blocks[*left].address;
        m_blocks.erase(place);
        place = m_blocks.lastNotBehind(address);
    }
    if (const auto right = behind(place); right && m_blocks[*right].isFree()) {
        countFree(*right, -1);
        const std::uint64_t address = m_blocks[place].address;
        m_blocks[place].size += m_blocks[*right].size;
        m_blocks.erase(*right);
        place = m_blocks.lastNotBehind(address);
    }
    countFree(place, 1);
    return place;
}

Heap::Place Heap::completeFree(Place used, std::uint64_t event)
{
    HeapBlock& block = m_blocks[used];
    if (block.isFree())
        countFree(used, -1);
    countUsed(block, -1);
    block.state = BlockState::Inactive;
    block.event = event;
    block.context = {};
    block.isLeastSize = false;
    return mergeFree(used);
}

void Heap::shrink(Place live, std::uint64_t size, std::uint64_t event)
{
    HeapBlock& block = m_blocks[live];
    countUsed(block, -1);
    HeapBlock rest = block;
    block.size = size;
    countUsed(block, 1);
    rest.address += size;
    rest.size -= size;
    rest.event = event;
    rest.context = {};
    rest.state = BlockState::Inactive;
    rest.isLeastSize = false;
    rest.startsSegment = false;
    mergeFree(m_blocks.insert(m_blocks.next(live), rest));
}

void Heap::grow(Place live)
{
    const auto free = behind(live);
    countFree(*free, -1);
    countUsed(m_blocks[live], -1);
    m_blocks[live].size += m_blocks[*free].size;
    m_blocks[live].isLeastSize = false;
    countUsed(m_blocks[live], 1);
    m_blocks.erase(*free);
}

Heap::Place Heap::cutFree(Place free, std::uint64_t address)
{
    countFree(free, -1);
    HeapBlock rest = m_blocks[free];
    m_blocks[free].size = address - rest.address;
    rest.size -= address - rest.address;
    rest.address = address;
    rest.startsSegment = false;
    const Place second = m_blocks.insert(m_blocks.next(free), rest);
    countFree(m_blocks.previous(second), 1);
    countFree(second, 1);
    return second;
}

void Heap::addSegment(const HeapSegment& segment, std::uint64_t event)
{
    m_blocks.insert(m_blocks.firstNotBefore(segment.address), freeBlock(segment, event));
    m_segments.insert(m_segments.firstNotBefore(segment.address), segment);
    m_level.reservedBytes += asSigned(segment.size);
    if (!segment.isExpandable) {
        m_level.segment += 1;
        return;
    }
    joinExpandable(segment.end());
    joinExpandable(segment.address);
}

// Makes one run of two that meet at `border`: reservations are larger than the device, so mapped memory that
// touches belongs to one of them. What one of the two does not know the other does: a run that was mapped in
// several pages passes for a large one.
void Heap::joinExpandable(std::uint64_t border)
{
    const auto at = m_segments.firstNotBefore(border);
    if (at == m_segments.begin() || at == m_segments.end())
        return;
    const HeapSegment right = m_segments[at];
    HeapSegment& left = m_segments[m_segments.previous(at)];
    const bool isOne = right.address == border && left.end() == border && left.isExpandable
        && right.isExpandable && left.stream == right.stream;
    if (!isOne)
        return;
    left.isLarge = left.isLarge && right.isLarge;
    left.size += right.size;
    left.pool = std::max(left.pool, right.pool);
    m_segments.erase(at);
    const Place place = m_blocks.lastNotBehind(border);
    m_blocks[place].startsSegment = false;
    if (m_blocks[place].isFree())
        mergeFree(place);
}

void Heap::removeSegment(std::uint64_t address)
{
    const HeapSegment segment = *segmentAt(address);
    const auto isInside = [&](Place at) {
        return at != m_blocks.end() && m_blocks[at].address < segment.end();
    };
    Place place = m_blocks.firstNotBefore(address);
    for (; isInside(place); place = m_blocks.next(place)) {
        if (m_blocks[place].isFree())
            countFree(place, -1);
        else
            countUsed(m_blocks[place], -1);
    }
    place = m_blocks.firstNotBefore(address);
    while (isInside(place))
        place = m_blocks.erase(place);
    m_segments.erase(m_segments.firstNotBefore(address));
    m_level.reservedBytes -= asSigned(segment.size);
    if (!segment.isExpandable)
        m_level.segment -= 1;
}

void Heap::unmap(std::uint64_t begin, std::uint64_t end)
{
    const auto at = m_segments.lastNotBehind(begin);
    HeapSegment rest = m_segments[at];
    const std::uint64_t kept = begin - rest.address;
    rest.size = rest.end() - end;
    rest.address = end;

    Place place = *blockCovering(begin);
    if (m_blocks[place].address < begin)
        place = cutFree(place, begin);
    while (place != m_blocks.end() && m_blocks[place].address < end) {
        if (m_blocks[place].end() > end)
            place = m_blocks.previous(cutFree(place, end));
        place = m_blocks.erase(place);
    }
    if (rest.size > 0)
        m_blocks[place].startsSegment = true;

    m_level.reservedBytes -= asSigned(end - begin);
    if (kept > 0)
        m_segments[at].size = kept;
    else
        m_segments.erase(at);
    if (rest.size > 0)
        m_segments.insert(m_segments.firstNotBefore(rest.address), rest);
}

} // namespace tidemark
