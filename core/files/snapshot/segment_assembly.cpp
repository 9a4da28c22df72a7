// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/snapshot/segment_assembly.h"

#include <algorithm>

namespace tidemark {

namespace {

// Of the sizes of all segments together, so that they can be added.
constexpr std::uint64_t maxReserved = std::uint64_t(1) << 60;

// Nothing when another segment has the same list already: every segment has its own, and reading a long one
// for each of many would take hours.
std::vector<BlockInfo> blocksOf(const SegmentRecord& record, SnapshotTables& tables)
{
    std::vector<BlockInfo> blocks;
    if (record.blocks != 0 && !tables.takenBlockLists.insert(record.blocks).second) {
        tables.notes.count("blocks that are listed for a second segment");
        return blocks;
    }
    const ValueRange range = tables.lists[record.blocks];
    blocks.reserve(range.count);
    std::uint64_t address = record.address;
    for (std::uint32_t i = 0; i < range.count; ++i) {
        const Value value = tables.listValues[range.first + i];
        const ObjectEntry entry = value.isObject() ? tables.objects[value.index()] : ObjectEntry{};
        if (entry.kind != ObjectKind::Block)
            continue;
        const BlockRecord& block = tables.blocks[entry.index];
        blocks.push_back(block.info);
        if (block.info.state != BlockState::Inactive && block.info.requestedSize > block.info.size) {
            tables.notes.count("the size asked for of a block that is smaller; its own size stands for it");
            blocks.back().requestedSize = block.info.size;
        }
        if (!block.hasAddress) // before PyTorch 2.1: one after the other
            blocks.back().address = address;
        address = blocks.back().address + blocks.back().size;
    }
    return blocks;
}

// Addresses may lie just below 2^64: only differences are compared.
bool fill(const std::vector<BlockInfo>& blocks, std::uint64_t address, std::uint64_t size)
{
    std::uint64_t offset = 0;
    for (const BlockInfo& block : blocks) {
        if (block.address - address != offset || block.size == 0 || block.size > size - offset)
            return false;
        offset += block.size;
    }
    return offset == size;
}

BlockInfo freeBlock(std::uint64_t address, std::uint64_t size)
{
    BlockInfo block;
    block.address = address;
    block.size = size;
    return block;
}

// Leaves out what does not fit and fills the gaps with free memory.
std::vector<BlockInfo> mended(std::vector<BlockInfo> blocks, std::uint64_t address, std::uint64_t size)
{
    std::stable_sort(blocks.begin(), blocks.end(), [address](const BlockInfo& left, const BlockInfo& right) {
        return left.address - address < right.address - address;
    });
    std::vector<BlockInfo> result;
    std::uint64_t end = 0;
    for (const BlockInfo& block : blocks) {
        const std::uint64_t offset = block.address - address;
        if (offset < end || offset >= size || block.size == 0 || block.size > size - offset)
            continue;
        if (offset > end)
            result.push_back(freeBlock(address + end, offset - end));
        result.push_back(block);
        end = offset + block.size;
    }
    if (end < size)
        result.push_back(freeBlock(address + end, size - end));
    return result;
}

std::uint64_t sumOf(const std::vector<BlockInfo>& blocks)
{
    std::uint64_t sum = 0;
    for (const BlockInfo& block : blocks)
        sum += std::min(block.size, largestSize);
    return sum;
}

} // namespace

SegmentList assembleSegments(
    std::vector<const SegmentRecord*> records, SnapshotTables& tables, DeviceSlots& slots)
{
    std::stable_sort(records.begin(), records.end(),
        [](const SegmentRecord* left, const SegmentRecord* right) { return left->address < right->address; });
    SegmentList list;
    list.segments.reserve(records.size());
    std::uint64_t reserved = 0;
    for (const SegmentRecord* record : records) {
        std::vector<BlockInfo> blocks = blocksOf(*record, tables);
        const std::uint64_t size = record->totalSize != 0 ? record->totalSize : sumOf(blocks);
        if (size == 0 || size > largestSize || size > maxReserved - reserved) {
            tables.notes.count("a segment of an impossible size");
            continue;
        }
        if (!list.segments.empty()
            && record->address - list.segments.back().address < list.segments.back().totalSize) {
            tables.notes.count("a segment that overlaps another");
            continue;
        }
        if (!fill(blocks, record->address, size)) {
            tables.notes.count("contradictions between a segment and its blocks; free memory fills the gaps");
            blocks = mended(std::move(blocks), record->address, size);
        }
        reserved += size;
        list.segments.push_back({record->address, size, static_cast<std::uint32_t>(list.blocks.size()),
            static_cast<std::uint32_t>(blocks.size()), record->context, slots.streams.slot(record->stream),
            slots.pools.slot(record->pool), record->isLarge, record->isExpandable});
        list.blocks.insert(list.blocks.end(), blocks.begin(), blocks.end());
    }
    return list;
}

} // namespace tidemark
