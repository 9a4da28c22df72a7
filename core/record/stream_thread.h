// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_state.h"
#include "core/base/error.h"
#include "core/files/tide/event_rows.h"
#include "core/record/clock.h"
#include "core/record/event_buffer.h"
#include "core/record/message_queue.h"
#include "core/record/stream_writer.h"
#include "core/record/thread_contexts.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace tidemark {

// Where the threads of the workload leave what happens.
struct RecorderInbox {
    explicit RecorderInbox(std::size_t bufferBytes)
        : events(bufferBytes - bufferBytes / messageShare)
        , messages(events, clock, bufferBytes / messageShare)
    { }

    static constexpr std::size_t messageShare = 8; // of the bound, one part in this many

    WallClock clock;
    EventBuffer events;
    MessageQueue messages;
    ThreadContexts contexts;
};

// The thread that empties the inbox, makes frames of it, and writes them. When writing fails it goes on
// emptying, so that memory stays bounded and the workload runs on.
class StreamThread {
public:
    // Everything must outlive this. `run` and `device` describe the recording.
    StreamThread(int fd, RecorderInbox& inbox, const Recording& run);
    ~StreamThread();

    void wake();
    // Written with the end of the stream.
    void setFinalState(std::vector<AllocatorSegment> segments);
    // Writes what waits and the end of the stream; returns when that is done or has failed.
    Expected<void> finish();

    std::uint64_t unwrittenEvents() const { return m_unwritten.load(std::memory_order_relaxed); }

private:
    static constexpr std::chrono::milliseconds longestPause{20};

    // What one round takes from the queue, by the frames it becomes.
    struct Notes {
        std::vector<Mark> marks;
        std::vector<Annotation> annotations;
        std::vector<tide::AnnotationEnd> ends;
        std::vector<StatsSample> statistics;
        std::vector<MessageQueue::Message> tellings; // answers and statuses
    };

    void run();
    bool pause(); // false: asked to finish
    void writeRound();
    void writeTables();
    void writeEvents(std::uint64_t end);
    void collect(std::span<const StampedEvent> events);
    void writeCollected();
    void writeSlots();
    void noteDropped(std::uint64_t count, std::int64_t timeUs);
    void writeNotes(MessageQueue::Batch batch);
    void writeMarksAndLosses(std::span<const Mark> marks);
    Notes sorted(std::vector<MessageQueue::Message> messages);
    void writeFinalState();
    void writeEnd();
    void send();

    RecorderInbox& m_inbox;
    StreamWriter m_writer;
    tide::TideEncoder m_encoder;

    // The writing thread's own.
    tide::EventRows m_rows; // events that wait to be encoded
    std::uint64_t m_firstRow = 0; // number of the first of them
    Device m_device; // its streams
    std::size_t m_streamsWritten = 1;
    std::size_t m_poolsWritten = 1;
    std::vector<tide::LostEvents> m_lost;
    std::uint64_t m_lostNoted = 0;
    Expected<void> m_result;

    std::atomic<std::uint64_t> m_unwritten = 0;
    std::mutex m_mutex; // for what follows
    std::condition_variable m_changed;
    bool m_isWoken = false;
    bool m_mustFinish = false;
    std::optional<std::vector<AllocatorSegment>> m_finalState;
    std::mutex m_finishMutex;
    std::thread m_thread;
};

} // namespace tidemark
