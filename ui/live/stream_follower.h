// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/tide_decoder.h"
#include "core/trace/growing_merger.h"
#include "ui/live/live_update.h"
#include "ui/live/stream_prelude.h"

#include <span>

namespace tidemark::ui {

// Decodes the .tide streams of a run's recorders piece by piece and follows their events as one recording,
// without any thread of its own.
class StreamFollower {
public:
    explicit StreamFollower(std::size_t streams = 1);

    // False: the stream is damaged and nothing further is taken from it.
    bool feed(std::size_t stream, std::span<const std::byte> bytes);
    void close(std::size_t stream); // nothing more will come from it

    bool hasNews() const { return m_hasNews; }
    // Everything newest; the answers only once.
    LiveUpdate takeNews();

private:
    struct Stream {
        StreamPrelude prelude;
        TideDecoder decoder;
        std::optional<Error> damage;
        std::uint64_t events = 0;
        bool closed = false;
        bool hasNews = false;
    };

    RankNews newsOf(Stream& stream) const;
    Recording newestRecording();
    void follow(Recording recording, LiveUpdate& update);

    std::vector<Stream> m_streams;
    GrowingMerger m_merger; // of several
    std::vector<DeviceHistory> m_histories;
    bool m_hasNews = false;
};

} // namespace tidemark::ui
