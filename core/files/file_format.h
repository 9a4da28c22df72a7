// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/container/unpack_limit.h"
#include "core/files/content.h"
#include "core/trace/recording.h"

#include <functional>
#include <memory>
#include <vector>

namespace tidemark {

// How a file is opened: by what it begins with, never by its name. Its content is compared with the
// containers, which unpack it and begin anew with what is inside, then with the formats, from top to bottom;
// the first that knows it reads it.

// A format that Tidemark reads, or that it only knows well enough to say what it is.
struct FileFormat {
    enum class Role : std::uint8_t {
        Recording, // something to open
        Named, // `read` mostly gives an error that says what it is
    };

    Role role;
    // `head`: the first bytes, up to Content::headSize. Must not be fooled by a short one.
    bool (*looksLike)(std::span<const std::byte> head);
    Expected<Recording> (*read)(Content& content, const Reading& reading);
};

// A new format gets one line in file_format.cpp; the more particular ones stand above those that would
// take their files, too.
std::span<const FileFormat> fileFormats();

// For formats that are read from one piece of memory: FileFormat{..., readWhole<readSnapshot>}.
template <Expected<Recording> (*readBytes)(std::span<const std::byte>, const Reading&)>
Expected<Recording> readWhole(Content& content, const Reading& reading)
{
    const auto bytes = content.whole(reading.stop);
    if (!bytes)
        return tl::unexpected(bytes.error());
    return readBytes(*bytes, reading);
}

// One of the things that a container holds.
struct Member {
    std::string name; // empty: the container names none
    std::function<std::unique_ptr<ByteSource>()> open; // while the container's Content lives
};

struct ContainerFormat {
    std::string_view name; // "gzip"
    bool (*looksLike)(std::span<const std::byte> head);
    // Several members are told apart by opening each, more than once; a single one is opened once only.
    Expected<std::vector<Member>> (*members)(
        Content& content, const UnpackLimit& limit, const Reading& reading);
};

std::span<const ContainerFormat> containerFormats();

} // namespace tidemark
