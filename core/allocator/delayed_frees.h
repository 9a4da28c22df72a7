// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/block.h"
#include "core/allocator/device_memory.h"
#include "core/allocator/free_block_pool.h"

#include <deque>
#include <map>
#include <utility>
#include <vector>

namespace tidemark {

// Blocks that the program has freed while other streams still use them: PyTorch's cuda_events, and
// deferred_blocks for those freed while a pool had begun. A block is ready when every stream that used it has
// passed the event recorded there.
class DelayedFrees {
public:
    explicit DelayedFrees(DeviceMemory& memory)
        : m_memory(memory)
    { }

    bool isEmpty() const { return m_waiting.empty() && m_deferred.empty(); }

    // Records an event on each of the block's other streams, and waits for them from now on.
    void add(Block& block);
    // Keeps the block until recordDeferred().
    void defer(Block& block)
    {
        block.pendingEvents = 1; // the end of the capture
        m_deferred.push_back(&block);
    }

    // Records the events of deferred blocks, for streams that used them outside of captures; calls
    // ready(block) where there are none. PyTorch's insert_events_deferred_until_no_capture.
    template <class Ready>
    void recordDeferred(Ready ready)
    {
        for (Block* const block : std::exchange(m_deferred, {})) {
            block->pendingEvents = 0;
            forgetCaptures(*block);
            if (block->otherStreams.empty())
                ready(*block);
            else
                add(*block);
        }
    }

    // Calls ready(block) for each block whose last event is done. Events of a stream are looked at in order,
    // up to the first that is not done. (PyTorch's order among streams is that of a hash table; here it is
    // that of the handles.)
    template <class Ready>
    void collectDone(Ready ready)
    {
        for (auto stream = m_waiting.begin(); stream != m_waiting.end();) {
            auto& queue = stream->second;
            while (!queue.empty() && m_memory.isDone(queue.front().event)) {
                Block& block = *queue.front().block;
                queue.pop_front();
                finishEvent(block, ready);
            }
            stream = queue.empty() ? m_waiting.erase(stream) : std::next(stream);
        }
    }

    // Waits for every event, or for those of blocks of one private pool.
    template <class Ready>
    void waitForAll(const PrivatePool* only, Ready ready)
    {
        for (auto stream = m_waiting.begin(); stream != m_waiting.end();) {
            std::deque<Waiting> others;
            for (const Waiting& waiting : stream->second) {
                if (only && waiting.block->pool->owner() != only) {
                    others.push_back(waiting);
                    continue;
                }
                m_memory.wait(waiting.event);
                finishEvent(*waiting.block, ready);
            }
            stream->second = std::move(others);
            stream = stream->second.empty() ? m_waiting.erase(stream) : std::next(stream);
        }
    }

    // The block at this address, which waits for nothing any more; null when none was waiting there.
    Block* take(std::uint64_t address);

    // A block that waits for several streams comes several times.
    std::vector<const Block*> waitingBlocks() const;

private:
    struct Waiting {
        DeviceMemory::EventId event = 0;
        Block* block = nullptr;
    };

    static void forgetCaptures(Block& block);

    template <class Ready>
    static void finishEvent(Block& block, Ready ready)
    {
        if (--block.pendingEvents == 0)
            ready(block);
    }

    DeviceMemory& m_memory;
    std::map<StreamHandle, std::deque<Waiting>> m_waiting;
    std::vector<Block*> m_deferred;
};

} // namespace tidemark
