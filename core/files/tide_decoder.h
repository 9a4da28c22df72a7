// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/files/tide_messages.h"
#include "core/trace/recording_builder.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace tidemark {

// Reads a .tide stream as it comes, in pieces of any size, from a file or a pipe. See tide-format.md.
class TideDecoder {
public:
    TideDecoder();
    ~TideDecoder();

    // Decodes every whole frame that is there now; the rest waits for more bytes. An error means the stream
    // is damaged: what was decoded before stays, and nothing further is taken.
    Expected<void> feed(std::span<const std::byte> bytes);

    // No more bytes will come. Where the stream has not said its end, the recording is not complete, and a
    // warning says where it stops. Call it once.
    void endOfInput();

    // The recording so far; a cheap snapshot.
    Recording snapshot() const;

    RecorderStatus status() const; // the newest that came
    std::vector<Answer> takeAnswers(); // answers to commands that came since the last call
    bool ended() const; // the stream said that it is finished

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace tidemark
