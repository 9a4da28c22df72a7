// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/block.h"
#include "core/allocator/device_memory.h"

#include <deque>
#include <map>
#include <vector>

namespace tidemark {

// Blocks that the program has freed while other streams still use them: PyTorch's cuda_events. A block is
// ready when every stream that used it has passed the event recorded there.
class DelayedFrees {
public:
    explicit DelayedFrees(DeviceMemory& memory)
        : m_memory(memory)
    { }

    // Records an event on each of the block's other streams, and waits for them from now on.
    void add(Block& block);

    // Calls ready(block) for each block whose last event is done. Events of a stream are looked at in order,
    // up to the first that is not done. (PyTorch's order among streams is that of a hash table; here it is
    // that of the handles.)
    template <class Ready>
    void collectDone(Ready ready)
    {
        if (!m_waiting.empty())
            collect([this](DeviceMemory::EventId event) { return m_memory.isDone(event); }, ready);
    }

    // Waits for every event.
    template <class Ready>
    void waitForAll(Ready ready)
    {
        const auto waited = [this](DeviceMemory::EventId event) {
            m_memory.wait(event);
            return true;
        };
        collect(waited, ready);
    }

    // A block that waits for several streams comes several times.
    std::vector<const Block*> waitingBlocks() const;

private:
    struct Waiting {
        DeviceMemory::EventId event = 0;
        Block* block = nullptr;
    };

    template <class IsDone, class Ready>
    void collect(IsDone isDone, Ready ready)
    {
        for (auto stream = m_waiting.begin(); stream != m_waiting.end();) {
            auto& queue = stream->second;
            while (!queue.empty() && isDone(queue.front().event)) {
                Block& block = *queue.front().block;
                queue.pop_front();
                if (--block.pendingEvents == 0)
                    ready(block);
            }
            stream = queue.empty() ? m_waiting.erase(stream) : std::next(stream);
        }
    }

    DeviceMemory& m_memory;
    std::map<StreamHandle, std::deque<Waiting>> m_waiting;
};

} // namespace tidemark
