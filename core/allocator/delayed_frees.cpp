// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/delayed_frees.h"

#include <algorithm>
#include <cassert>

namespace tidemark {

void DelayedFrees::add(Block& block)
{
    assert(!block.isAllocated && block.pendingEvents == 0);
    for (const StreamUse& use : block.otherStreams) {
        m_waiting[use.stream].push_back({m_memory.recordEvent(use.stream), &block});
        ++block.pendingEvents;
    }
    block.otherStreams.clear();
}

void DelayedFrees::forgetCaptures(Block& block)
{
    std::erase_if(block.otherStreams, [](const StreamUse& use) { return use.isFromCapture; });
}

Block* DelayedFrees::take(std::uint64_t address)
{
    Block* taken = nullptr;
    const auto isIt = [&](Block* block) {
        if (block->address != address)
            return false;
        taken = block;
        return true;
    };
    for (auto stream = m_waiting.begin(); stream != m_waiting.end();) {
        std::erase_if(stream->second, [&](const Waiting& waiting) { return isIt(waiting.block); });
        stream = stream->second.empty() ? m_waiting.erase(stream) : std::next(stream);
    }
    std::erase_if(m_deferred, isIt);
    if (taken) {
        taken->pendingEvents = 0;
        taken->otherStreams.clear();
    }
    return taken;
}

std::vector<const Block*> DelayedFrees::waitingBlocks() const
{
    std::vector<const Block*> blocks(m_deferred.begin(), m_deferred.end());
    for (const auto& [stream, queue] : m_waiting)
        for (const Waiting& waiting : queue)
            blocks.push_back(waiting.block);
    return blocks;
}

} // namespace tidemark
