// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/tide_decoder.h"
#include "core/record/recorder.h"

#include <functional>
#include <memory>
#include <string>

namespace tidemark::tests {

// A pipe, and what comes out of it as a recording.
class RecorderReader {
public:
    RecorderReader();
    ~RecorderReader();
    RecorderReader(const RecorderReader&) = delete;
    RecorderReader& operator=(const RecorderReader&) = delete;

    int writeEnd() const { return m_writeEnd; }
    // As the last writer does when it ends.
    void closeWriteEnd();
    void closeReadEnd();

    // Reads until the stream has ended; fails the test when it is damaged.
    Recording readAll();
    // Reads until the decoder has what is asked for; false after ten seconds without it.
    bool readUntil(const std::function<bool(TideDecoder&)>& isThere);
    TideDecoder& decoder() { return m_decoder; }

private:
    bool readSome();

    int m_readEnd = -1;
    int m_writeEnd = -1;
    TideDecoder m_decoder;
};

// A recorder of a made-up run. Ends the test with a failure when it does not start.
std::unique_ptr<Recorder> startRecorder(int fd, std::size_t bufferBytes = 64 * 1024 * 1024);

// An event that can be told from all others: its size is its number.
AllocatorEvent numbered(std::uint64_t number);

// The names of an event's stack, innermost first, joined by " < ".
std::string stackOf(const Recording& recording, ContextIndex context);
std::string threadOf(const Recording& recording, ContextIndex context);

} // namespace tidemark::tests
