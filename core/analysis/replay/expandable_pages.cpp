// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/expandable_pages.h"

#include "core/allocator/size_rules.h"

namespace tidemark {

std::uint64_t pageSize(bool isLarge, const AllocatorSettings& settings)
{
    return isLarge ? settings.largeSegmentSize : size_rules::smallBuffer;
}

PageRange wholePages(const SegmentInfo& segment, const BlockInfo& block, const AllocatorSettings& settings)
{
    const std::uint64_t page = pageSize(segment.isLarge, settings);
    const std::uint64_t begin = block.address - segment.address;
    const std::uint64_t firstPage = (begin + page - 1) / page * page;
    const std::uint64_t lastPage = (begin + block.size) / page * page;
    return firstPage < lastPage ? PageRange{firstPage, lastPage} : PageRange{firstPage, firstPage};
}

} // namespace tidemark
