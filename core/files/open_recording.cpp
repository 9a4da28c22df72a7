// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/open_recording.h"

#include "core/files/input_file.h"
#include "core/files/snapshot_reader.h"
#include "core/files/tide_decoder.h"
#include "core/files/tide_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace tidemark {

namespace {

constexpr std::size_t pieceSize = 1024 * 1024;

// Bytes whose memory is not cleared first: they are read over at once.
struct Buffer {
    explicit Buffer(std::size_t length)
        : bytes(std::make_unique_for_overwrite<std::byte[]>(length))
        , size(length)
    { }

    std::span<std::byte> all() const { return {bytes.get(), size}; }

    std::unique_ptr<std::byte[]> bytes;
    std::size_t size;
};

tl::unexpected<Error> cancelled()
{
    return fail("opening was cancelled.");
}

// Never has the whole file in memory: each piece goes into the recording as it comes.
Expected<Recording> readTide(
    InputFile& file, const Buffer& piece, std::size_t firstSize, const Reading& reading)
{
    TideDecoder decoder;
    for (std::size_t size = firstSize; size > 0;) {
        if (reading.stop.stop_requested())
            return cancelled();
        if (reading.progress != nullptr)
            reading.progress->done += size;
        // Damage ends the reading; endOfInput() makes a warning of it.
        if (!decoder.feed(piece.all().first(size)) || decoder.ended())
            break;
        const Expected<std::size_t> more = file.read(piece.all());
        if (!more)
            return tl::unexpected(more.error());
        size = *more;
    }
    decoder.endOfInput();
    Recording recording = decoder.snapshot();
    if (!recording.complete && recording.devices.empty() && !recording.warnings.empty())
        return fail(recording.warnings.back());
    return recording;
}

// The rest of the file behind `head`, in one piece with it.
Expected<Buffer> readAll(InputFile& file, std::span<const std::byte> head, const Reading& reading)
{
    // One byte more than the file should have shows that it has no more.
    Buffer whole(std::max<std::size_t>(file.size(), head.size()) + 1);
    std::copy(head.begin(), head.end(), whole.bytes.get());
    std::size_t used = head.size();
    while (true) {
        if (reading.stop.stop_requested())
            return cancelled();
        const std::size_t room = std::min(whole.size - used, 16 * pieceSize);
        const Expected<std::size_t> more = file.read(whole.all().subspan(used, room));
        if (!more)
            return tl::unexpected(more.error());
        used += *more;
        if (*more < room)
            break;
        if (used == whole.size) {
            Buffer larger(whole.size * 2);
            std::copy_n(whole.bytes.get(), used, larger.bytes.get());
            whole = std::move(larger);
        }
    }
    whole.size = used;
    return whole;
}

Expected<Recording> readAny(const std::filesystem::path& path, const Reading& reading)
{
    Expected<InputFile> file = InputFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    if (reading.progress != nullptr)
        reading.progress->total = file->size();
    const Buffer first(pieceSize);
    const Expected<std::size_t> firstSize = file->read(first.all());
    if (!firstSize)
        return tl::unexpected(firstSize.error());
    const std::span<const std::byte> head = first.all().first(*firstSize);
    if (head.empty())
        return fail("the file is empty.");
    if (looksLikeTide(head))
        return readTide(*file, first, *firstSize, reading);
    if (!looksLikeSnapshot(head))
        return fail("it is neither a PyTorch memory snapshot nor a Tidemark recording.");
    Expected<Buffer> whole = readAll(*file, head, reading);
    if (!whole)
        return tl::unexpected(whole.error());
    return readSnapshot(whole->all(), reading);
}

} // namespace

Expected<Recording> openRecording(const std::filesystem::path& path, const Reading& reading)
{
    Expected<Recording> recording = readAny(path, reading);
    if (!recording)
        return fail(fmt::format("{}: {}", path.string(), recording.error().message));
    return recording;
}

} // namespace tidemark
