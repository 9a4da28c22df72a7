// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/open_recording.h"

#include "core/base/one_line.h"
#include "core/files/container/memory_source.h"
#include "core/files/file_opener.h"
#include "core/files/input_file.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

using Packed = std::vector<PackedRecording>;

Expected<Packed> openFile(
    const std::filesystem::path& path, FileOpener::Wanted wanted, const Reading& reading)
{
    Expected<InputFile> file = InputFile::open(path, reading.stop);
    Expected<Packed> recordings =
        file ? FileOpener(*file, wanted, reading).open() : Expected<Packed>(tl::unexpected(file.error()));
    if (!recordings)
        return fail(fmt::format("{}: {}", oneLine(path.string()), recordings.error().message));
    return recordings;
}

Recording onlyOne(Packed&& recordings)
{
    return std::move(recordings.front().recording);
}

} // namespace

Expected<Recording> openRecording(const std::filesystem::path& path, const Reading& reading)
{
    return openFile(path, FileOpener::Wanted::One, reading).map(onlyOne);
}

Expected<Recording> openBytes(std::span<const std::byte> bytes, const Reading& reading)
{
    MemorySource source(bytes);
    return FileOpener(source, FileOpener::Wanted::One, reading).open().map(onlyOne);
}

Expected<std::vector<PackedRecording>> openPacked(const std::filesystem::path& path, const Reading& reading)
{
    return openFile(path, FileOpener::Wanted::All, reading);
}

} // namespace tidemark
