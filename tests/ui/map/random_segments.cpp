// SPDX-License-Identifier: GPL-3.0-or-later
#include "random_segments.h"

#include "core/base/bytes.h"

#include <algorithm>
#include <set>

namespace tidemark::tests {

namespace {

constexpr std::uint64_t grain = 512;
constexpr std::uint64_t largePage = 20 * mebibyte;

std::uint64_t below(std::mt19937_64& random, std::uint64_t end)
{
    return random() % end;
}

SegmentInfo randomSegment(std::mt19937_64& random, std::uint64_t address, bool mayExpand)
{
    SegmentInfo segment;
    segment.address = address;
    segment.isLarge = below(random, 3) != 0;
    segment.isExpandable = mayExpand && below(random, 4) == 0;
    const std::uint64_t page = segment.isExpandable && segment.isLarge ? largePage : 2 * mebibyte;
    const std::uint64_t most = segment.isLarge ? 150 * 2 * mebibyte / page : segment.isExpandable ? 8 : 1;
    segment.totalSize = page * (1 + below(random, most));
    segment.stream = static_cast<StreamSlot>(below(random, 3));
    return segment;
}

// Borders between blocks, in grains, without the first and the last.
std::set<std::uint64_t> randomBorders(std::mt19937_64& random, std::uint64_t grains, std::size_t most)
{
    std::set<std::uint64_t> borders;
    for (std::size_t i = below(random, most); i > 0; --i) {
        const std::uint64_t border = 1 + below(random, grains - 1);
        borders.insert(border);
        if (below(random, 3) == 0 && border + 1 < grains)
            borders.insert(border + 1); // the smallest block there is
    }
    return borders;
}

BlockInfo randomBlock(std::mt19937_64& random, std::uint64_t begin, std::uint64_t end, bool isFree)
{
    BlockInfo block;
    block.address = begin;
    block.size = end - begin;
    const std::uint64_t kind = isFree ? 0 : below(random, 5);
    block.state = kind < 2 ? BlockState::Inactive
        : kind == 2        ? BlockState::ActivePendingFree
                           : BlockState::ActiveAllocated;
    block.requestedSize = block.size - below(random, std::min<std::uint64_t>(block.size, 4 * mebibyte));
    block.allocEvent = below(random, 1000);
    return block;
}

} // namespace

SegmentList randomSegments(std::mt19937_64& random, const RandomShape& shape)
{
    SegmentList list;
    std::uint64_t address = 0x7f0000000000;
    for (std::size_t i = 0; i < shape.segments; ++i) {
        SegmentInfo segment = randomSegment(random, address, shape.expandable);
        const bool isFree = below(random, 5) == 0;
        auto borders = randomBorders(random, segment.totalSize / grain, shape.mostBlocks);
        if (isFree)
            borders.clear();
        borders.insert(segment.totalSize / grain);
        segment.firstBlock = static_cast<std::uint32_t>(list.blocks.size());
        std::uint64_t begin = 0;
        for (const std::uint64_t end : borders) {
            list.blocks.push_back(
                randomBlock(random, address + begin * grain, address + end * grain, isFree));
            begin = end;
        }
        segment.blockCount = static_cast<std::uint32_t>(list.blocks.size()) - segment.firstBlock;
        list.segments.push_back(segment);
        address += segment.totalSize + below(random, 3) * largePage;
    }
    return list;
}

} // namespace tidemark::tests
