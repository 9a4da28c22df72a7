// SPDX-License-Identifier: GPL-3.0-or-later
#include "map_scenes.h"

#include <QString>
#include <cmath>

namespace tidemark::tests {

std::uint64_t chosenSeed()
{
    bool isGiven = false;
    const std::uint64_t seed = qEnvironmentVariable("TIDEMARK_SEED").toULongLong(&isGiven);
    return isGiven ? seed : 20240607;
}

SegmentList oneSegment(const std::vector<MadeBlock>& blocks)
{
    SegmentList list;
    SegmentInfo segment;
    segment.address = 0x1000000;
    segment.isLarge = true;
    segment.blockCount = static_cast<std::uint32_t>(blocks.size());
    for (const MadeBlock& made : blocks) {
        BlockInfo block;
        block.address = segment.address + segment.totalSize;
        block.size = made.size;
        block.requestedSize = made.requested;
        block.state = made.state;
        segment.totalSize += made.size;
        list.blocks.push_back(block);
    }
    list.segments = {segment};
    return list;
}

ui::MapView viewOf(const SegmentList& list, int width, int height)
{
    ui::MapView view;
    view.width = width;
    view.height = height;
    view.longest = ui::longestSegment(list);
    return view;
}

ui::MapView randomView(std::mt19937_64& random, const SegmentList& list)
{
    ui::MapView view =
        viewOf(list, 100 + static_cast<int>(random() % 900), 50 + static_cast<int>(random() % 600));
    view.rowPitch = 4 + static_cast<int>(random() % 20);
    view.rowHeight = view.rowPitch - 1 - static_cast<int>(random() % 3);
    view.scale = random() % 2 == 0 ? ui::MapScale::Common : ui::MapScale::EachRow;
    view.scroll = static_cast<std::int64_t>(random() % (list.segments.size() * 10));
    view.zoom = std::exp(static_cast<double>(random() % 1000) / 1000.0 * std::log(view.largestZoom()));
    view.origin = static_cast<double>(random() % 1000) / 1000.0;
    view.keepInside();
    return view;
}

} // namespace tidemark::tests
