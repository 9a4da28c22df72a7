// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/tide_decoder.h"

#include <functional>
#include <string>
#include <vector>

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

// The names of an event's stack, innermost first, joined by " < ".
std::string stackOf(const Recording& recording, ContextIndex context);
std::string threadOf(const Recording& recording, ContextIndex context);

} // namespace tidemark::tests
