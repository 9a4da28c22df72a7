// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/container/unpack_limit.h"
#include "core/files/container/watched_source.h"
#include "core/files/file_format.h"
#include "core/files/open_recording.h"

namespace tidemark {

// Opens one file: tells by its content what it is, unpacks it as often as it must be, and reads what it
// finds.
class FileOpener {
public:
    enum class Wanted : std::uint8_t { One, All };

    // `file` must stay.
    FileOpener(ByteSource& file, Wanted wanted, const Reading& reading)
        : m_file(file, reading)
        , m_limit(m_file)
        , m_wanted(wanted)
        , m_reading(reading)
    { }

    // At least one, or an error; exactly one where one is wanted.
    Expected<std::vector<PackedRecording>> open();

private:
    using Packed = std::vector<PackedRecording>;
    // A container in a container in a container is nobody's way to keep a snapshot.
    static constexpr unsigned maxDepth = 4;

    Expected<Packed> openSource(ByteSource& source, unsigned depth);
    Expected<Packed> openContent(Content& content, unsigned depth);
    Expected<Packed> openContainer(const ContainerFormat& format, Content& content, unsigned depth);
    Expected<Packed> openMembers(
        const ContainerFormat& format, const std::vector<const Member*>& members, unsigned depth);
    Expected<std::vector<const Member*>> recordingsAmong(
        const ContainerFormat& format, const std::vector<Member>& members);
    Expected<Packed> openMember(const ContainerFormat& format, const Member& member, unsigned depth);

    WatchedSource m_file;
    UnpackLimit m_limit;
    Wanted m_wanted;
    const Reading& m_reading;
};

} // namespace tidemark
