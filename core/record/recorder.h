// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/allocator_event.h"
#include "core/allocator/allocator_state.h"
#include "core/allocator/memory_stats.h"
#include "core/base/error.h"
#include "core/files/tide_messages.h"
#include "core/trace/recording.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// What the first frame of the stream says about the run.
struct RunDescription {
    std::string producer; // "tidemark-record 0.1, LibTorch 1.13.1"
    std::string workload;
    std::string allocatorConf;
    std::vector<Setting> settings; // the options in force
    int deviceOrdinal = 0;
    std::string deviceName;
    std::uint64_t deviceCapacity = 0; // or the limit; 0: none
};

// Takes the events of one running allocator and writes them as a .tide stream from a thread of its own, at
// least every 20 ms. Nothing is lost while the reader keeps up; when it does not, memory grows to
// `bufferBytes`, then events are dropped, counted, and the stream says where. All members may be called from
// any thread, onEvent() by one at a time: the allocator's lock sees to that. A mark, annotation or answer
// stands behind every event that happened before the call, and before every event that happened after it.
class Recorder : public AllocatorEventSink {
public:
    // Writes to the open file descriptor `fd` and leaves it open. The stream's first bytes are on their way
    // on return.
    static Expected<std::unique_ptr<Recorder>> start(
        int fd, const RunDescription& run, std::size_t bufferBytes = 256 * 1024 * 1024);
    ~Recorder() override;

    // Stamps time and the calling thread's context, its name included, on the event.
    void onEvent(const AllocatorEvent& event) noexcept override;

    // The calling thread is now inside this operator or scope; leave in reverse order. See ContextScope.
    void enter(FrameKind kind, std::string_view name);
    void leave();

    void beginAnnotation(AnnotationKind kind, std::string_view name);
    void endAnnotation(
        AnnotationKind kind, std::string_view name); // the innermost open one of that kind and name
    void mark(MarkKind kind, std::string_view name, std::int64_t value = 0);
    void stats(std::string_view name, const MemoryStats& stats); // the allocator's own figures at this event
    // The same for figures that held when eventCount() was `event`. Must not go back behind earlier ones.
    void stats(std::string_view name, const MemoryStats& stats, std::uint64_t event);
    void answer(const Answer& answer);
    void status(const RecorderStatus& status);

    // Events so far that were not dropped.
    std::uint64_t eventCount() const;
    // The segments as the allocator reports them after its last event, for readers that want to compare. They
    // go into the stream with its end.
    void finalState(std::vector<AllocatorSegment> segments);

    std::uint64_t lostEvents() const; // that did not come into the stream

    // Writes all that is waiting, and the end of the stream. Later calls do nothing. An error says that the
    // reader went away, took nothing for five seconds, or the disk is full: then the stream has no end, but
    // is readable up to there. The destructor does the same.
    Expected<void> finish();

private:
    class Impl;
    explicit Recorder(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

// The calling thread is inside `name` as long as this lives.
class ContextScope {
public:
    ContextScope(Recorder& recorder, FrameKind kind, std::string_view name)
        : m_recorder(recorder)
    {
        m_recorder.enter(kind, name);
    }
    ~ContextScope() { m_recorder.leave(); }
    ContextScope(const ContextScope&) = delete;
    ContextScope& operator=(const ContextScope&) = delete;

private:
    Recorder& m_recorder;
};

} // namespace tidemark
