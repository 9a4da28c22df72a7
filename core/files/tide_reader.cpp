// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/tide_reader.h"

#include "core/files/preview_clock.h"
#include "core/files/tide_decoder.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

// Until the first preview: a few ten thousand events at most, so that it comes when it is due, and few more
// events are followed for it than were asked for.
constexpr std::size_t firstPieces = 64 * 1024;

} // namespace

Expected<Recording> readTide(Content& content, const Reading& reading)
{
    ByteBuffer piece;
    if (!piece.resize(Content::headSize))
        return fail("there is no memory left to read it.");
    TideDecoder decoder;
    PreviewClock clock;
    bool isPreviewed = !reading.preview;
    while (true) {
        if (reading.stop.stop_requested())
            return fail("opening was cancelled.");
        const Expected<std::size_t> size =
            content.read(piece.all().first(isPreviewed ? piece.size() : firstPieces));
        if (!size)
            return tl::unexpected(size.error());
        if (reading.progress != nullptr)
            reading.progress->done = content.position();
        // Damage ends the reading; endOfInput() makes a warning of it.
        if (*size == 0 || !decoder.feed(piece.all().first(*size)) || decoder.ended())
            break;
        if (reading.preview && clock.isDue()) {
            Recording soFar = decoder.snapshot();
            soFar.complete = false;
            reading.preview(soFar);
            isPreviewed = true;
        }
    }
    decoder.endOfInput();
    Recording recording = decoder.snapshot();
    if (const RecorderStatus status = decoder.status(); status.state == RecorderState::Failed)
        recording.warnings.push_back("The recorded run failed"
            + (status.step > 0 ? fmt::format(" after step {}", status.step) : "") + ": " + status.text);
    if (!recording.complete && recording.devices.empty() && !recording.warnings.empty())
        return fail(recording.warnings.back());
    return recording;
}

} // namespace tidemark
