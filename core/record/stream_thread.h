// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_state.h"
#include "core/base/error.h"
#include "core/record/device_stream.h"
#include "core/record/recorder_inbox.h"
#include "core/record/stream_writer.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace tidemark {

// The thread that empties the inbox, makes frames of it, and writes them. When writing fails it goes on
// emptying, so that memory stays bounded and the workload runs on.
class StreamThread {
public:
    // Everything must outlive this. `run` describes the recording and has the inbox's devices.
    StreamThread(int fd, RecorderInbox& inbox, const Recording& run);
    ~StreamThread();

    void wake();
    // Written with the end of the stream.
    void setFinalState(std::size_t device, std::vector<AllocatorSegment> segments);
    // Writes what waits and the end of the stream; returns when that is done or has failed.
    Expected<void> finish();

    std::uint64_t unwrittenEvents(std::size_t device) const { return m_devices[device].unwritten(); }

private:
    static constexpr std::chrono::milliseconds longestPause{20};

    // What one round takes from the queue, by the frames it becomes.
    struct Notes {
        std::vector<Mark> marks;
        std::vector<Annotation> annotations;
        std::vector<tide::AnnotationEnd> ends;
        std::vector<std::vector<StatsSample>> statistics; // by device
        std::vector<std::vector<DriverSample>> driver; // by device
        std::vector<std::vector<TensorLabel>> tensors; // by device
        std::vector<MessageQueue::Message> tellings; // answers and statuses
    };

    void run();
    bool pause(); // false: asked to finish
    void writeRound();
    void writeTables();
    void writeEvents(std::size_t device, std::uint64_t end);
    void writeNotes(MessageQueue::Batch batch);
    void writeMarksAndLosses(std::span<const Mark> marks);
    void writeDropped(std::uint64_t messages);
    Notes sorted(std::vector<MessageQueue::Message> messages) const;
    void writeEnd();
    void send();

    RecorderInbox& m_inbox;
    EventTimes m_times; // the writing thread's own
    StreamWriter m_writer;
    tide::TideEncoder m_encoder;

    // The writing thread's own.
    std::deque<DeviceStream> m_devices;
    Expected<void> m_result;

    std::mutex m_mutex; // for what follows
    std::condition_variable m_changed;
    bool m_isWoken = false;
    bool m_mustFinish = false;
    std::vector<std::optional<std::vector<AllocatorSegment>>> m_finalStates; // by device
    std::mutex m_finishMutex;
    std::thread m_thread;
};

} // namespace tidemark
