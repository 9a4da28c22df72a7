// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/delayed_frees.h"

#include <cassert>

namespace tidemark {

void DelayedFrees::add(Block& block)
{
    assert(!block.isAllocated && block.pendingEvents == 0);
    for (const StreamHandle stream : block.otherStreams) {
        m_waiting[stream].push_back({m_memory.recordEvent(stream), &block});
        ++block.pendingEvents;
    }
    block.otherStreams.clear();
}

std::vector<const Block*> DelayedFrees::waitingBlocks() const
{
    std::vector<const Block*> blocks;
    for (const auto& [stream, queue] : m_waiting)
        for (const Waiting& waiting : queue)
            blocks.push_back(waiting.block);
    return blocks;
}

} // namespace tidemark
