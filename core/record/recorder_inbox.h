// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/clock.h"
#include "core/record/event_buffer.h"
#include "core/record/event_clock.h"
#include "core/record/message_queue.h"
#include "core/record/thread_contexts.h"

#include <cstddef>
#include <deque>

namespace tidemark {

// Where the threads of the workload leave what happens. The bound is for all devices together.
struct RecorderInbox {
    RecorderInbox(std::size_t devices, std::size_t bufferBytes)
        : messages(events, clock, bufferBytes / messageShare)
    {
        const std::size_t eventBytes = bufferBytes - bufferBytes / messageShare;
        for (std::size_t device = 0; device < devices; ++device)
            events.emplace_back(eventBytes / devices);
    }

    static constexpr std::size_t messageShare = 8; // of the bound, one part in this many

    WallClock clock;
    EventClock eventClock;
    std::deque<EventBuffer> events; // by device
    MessageQueue messages;
    ThreadContexts contexts;
};

} // namespace tidemark
