// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/files/tide_messages.h"
#include "core/record/device_recorder.h"
#include "core/trace/recording.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// One of the devices that a run is recorded on.
struct RecordedDevice {
    int ordinal = 0;
    std::string name;
    std::uint64_t capacity = 0; // or the limit; 0: none
};

// What the first frames of the stream say about the run.
struct RunDescription {
    std::string producer; // "tidemark-record 0.1, LibTorch 1.13.1"
    std::string workload;
    std::string allocatorConf;
    std::vector<Setting> settings; // the options in force
    std::vector<RecordedDevice> devices = std::vector<RecordedDevice>(1); // 1 to 128
};

// Records a run on one device or several: takes what the devices' own recorders are told and what happens to
// the run as a whole, and writes it as a .tide stream from a thread of its own, at least every 20 ms. Nothing
// is lost while the reader keeps up; when it does not, memory grows to `bufferBytes`, then events are
// dropped, counted, and the stream says where. All members may be called from any thread. A mark, annotation
// or answer stands behind every event that happened before the call, and before every event that happened
// after it.
class Recorder {
public:
    // Writes to the open file descriptor `fd` and leaves it open. The stream's first bytes are on their way
    // on return.
    static Expected<std::unique_ptr<Recorder>> start(
        int fd, const RunDescription& run, std::size_t bufferBytes = 256 * 1024 * 1024);
    ~Recorder();

    std::size_t deviceCount() const;
    // Where the allocator of the device at that place of RunDescription::devices tells its events.
    DeviceRecorder& device(std::size_t index = 0);

    // The calling thread is now inside this operator or scope; leave in reverse order. See ContextScope.
    void enter(FrameKind kind, std::string_view name);
    void leave();

    // Of the run: they are written once for each device, each with that device's own event, so that what is
    // told of one device is whole by itself.
    void beginAnnotation(AnnotationKind kind, std::string_view name);
    // The innermost open one of that kind and name that was begun here.
    void endAnnotation(AnnotationKind kind, std::string_view name);
    void mark(MarkKind kind, std::string_view name, std::int64_t value = 0);

    void answer(const Answer& answer);
    void status(const RecorderStatus& status);

    std::uint64_t lostEvents() const; // of all devices, that did not come into the stream

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
