// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/memory_filter.h"

namespace tidemark {

SegmentList filtered(const SegmentList& list, const MemoryFilter& filter)
{
    if (filter.holdsAllSegments())
        return list;
    SegmentList result;
    for (const SegmentInfo& segment : list.segments) {
        if (!filter.holds(segment))
            continue;
        const auto blocks = list.blocksOf(segment);
        SegmentInfo kept = segment;
        kept.firstBlock = static_cast<std::uint32_t>(result.blocks.size());
        result.segments.push_back(kept);
        result.blocks.insert(result.blocks.end(), blocks.begin(), blocks.end());
    }
    return result;
}

} // namespace tidemark
