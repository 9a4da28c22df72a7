// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "tests/core/files/pickle_writer.h"

#include <QString>

namespace tidemark::tests {

// A snapshot of one device, written key by key.
class ReportFile {
public:
    ReportFile& event(
        std::string_view action, std::uint64_t address, std::uint64_t size, std::string_view more = {})
    {
        m_events.event(action, address, size, more);
        return *this;
    }
    ReportFile& free(std::uint64_t address, std::uint64_t size)
    {
        return event("free_requested", address, size).event("free_completed", address, size);
    }
    // A segment that is one block.
    ReportFile& segment(
        std::uint64_t address, std::uint64_t size, std::string_view state, std::string_view more = {});
    // A key of the snapshot and its pickled value.
    ReportFile& top(std::string_view key, std::string_view value)
    {
        m_top.text(key).raw(value);
        return *this;
    }

    QByteArray bytes() const;
    AnalyzedRecording analyzed() const;

private:
    PickleWriter m_events;
    PickleWriter m_segments;
    PickleWriter m_top;
};

// A pickled number, text or pair.
std::string pickled(std::uint64_t number);
std::string pickled(std::string_view text);
std::string pickledPair(std::uint64_t first, std::uint64_t second);

// Ends the test program when the bytes cannot be read.
Recording recordingFrom(const QByteArray& bytes);

bool says(const Recording& recording, const char* words);
QString warningsOf(const Recording& recording);

} // namespace tidemark::tests
