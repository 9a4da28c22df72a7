// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/file_opener.h"

#include "core/base/one_line.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr std::size_t maxNames = 5; // in a sentence
constexpr std::size_t enoughToTell = 64 * 1024; // which of many members is a recording

template <class Format>
const Format* formatOf(std::span<const Format> formats, std::span<const std::byte> head)
{
    const auto found = std::find_if(
        formats.begin(), formats.end(), [head](const Format& format) { return format.looksLike(head); });
    return found == formats.end() ? nullptr : &*found;
}

// Whether it may be opened; what only has a name does not count.
bool mayHoldRecording(std::span<const std::byte> head)
{
    if (formatOf(containerFormats(), head) != nullptr)
        return true;
    const FileFormat* format = formatOf(fileFormats(), head);
    return format != nullptr && format->role == FileFormat::Role::Recording;
}

std::string namesOf(const auto& members, auto nameOf)
{
    std::string names;
    for (std::size_t i = 0; i < members.size() && i < maxNames; ++i)
        names += (i > 0 ? ", " : "") + oneLine(nameOf(members[i]));
    if (members.size() > maxNames)
        names += fmt::format(" and {} more", members.size() - maxNames);
    return names;
}

// Of what is packed in a file that ends early, the reader says the same once more, with another place.
void sayWhatEnds(std::vector<std::string>& warnings)
{
    constexpr std::string_view front = "The file ends early,";
    for (std::string& warning : warnings)
        if (warning.starts_with(front))
            warning.replace(0, front.size(), "Unpacked, it ends");
}

// Where in a file something cannot be read.
std::string placed(
    const ContainerFormat& format, const Member& member, std::string flaw, const std::string& message)
{
    if (!flaw.empty()) {
        flaw.front() = flaw.starts_with("The ") ? 't' : flaw.front();
        return fmt::format("{}; in it: {}", flaw, message);
    }
    const std::string place = fmt::format(
        "in the {}{}: ", format.name, member.name.empty() ? std::string() : ", " + oneLine(member.name));
    return message.starts_with(place) ? message : place + message;
}

} // namespace

Expected<FileOpener::Packed> FileOpener::open()
{
    if (m_reading.progress != nullptr)
        m_reading.progress->total = m_file.size();
    return openSource(m_file, 0);
}

Expected<FileOpener::Packed> FileOpener::openSource(ByteSource& source, unsigned depth)
{
    Expected<Content> content = Content::begin(source);
    if (!content)
        return tl::unexpected(content.error());
    return openContent(*content, depth);
}

Expected<FileOpener::Packed> FileOpener::openContent(Content& content, unsigned depth)
{
    const auto head = content.head();
    if (head.empty())
        return fail("the file is empty.");
    if (const auto* container = formatOf(containerFormats(), head); container != nullptr) {
        if (depth >= maxDepth)
            return fail(fmt::format("it is packed more than {} times over: unpack it first.", maxDepth));
        m_file.watch();
        return openContainer(*container, content, depth);
    }
    const FileFormat* format = formatOf(fileFormats(), head);
    if (format == nullptr)
        return fail("it is neither a PyTorch memory snapshot nor a Tidemark recording.");
    Expected<Recording> recording = format->read(content, m_reading);
    if (!recording)
        return tl::unexpected(recording.error());
    Packed packed;
    packed.push_back({{}, std::move(*recording)});
    return packed;
}

Expected<FileOpener::Packed> FileOpener::openContainer(
    const ContainerFormat& format, Content& content, unsigned depth)
{
    const auto members = format.members(content, m_limit, m_reading);
    if (!members)
        return tl::unexpected(members.error());
    if (members->size() == 1)
        return openMember(format, members->front(), depth);
    const auto recordings = recordingsAmong(format, *members);
    if (!recordings)
        return tl::unexpected(recordings.error());
    return openMembers(format, *recordings, depth);
}

Expected<std::vector<const Member*>> FileOpener::recordingsAmong(
    const ContainerFormat& format, const std::vector<Member>& members)
{
    std::vector<const Member*> found;
    for (const Member& member : members) {
        if (m_reading.stop.stop_requested())
            return fail("opening was cancelled.");
        const auto source = member.open();
        const auto content = Content::begin(*source, enoughToTell);
        if (content && mayHoldRecording(content->head()))
            found.push_back(&member);
    }
    if (members.empty())
        return fail(fmt::format("the {} is empty.", format.name));
    if (found.empty())
        return fail(fmt::format("the {} holds no memory snapshot, only {}.", format.name,
            namesOf(members, [](const Member& member) { return member.name; })));
    if (found.size() > 1 && m_wanted == Wanted::One)
        return fail(fmt::format("the {} holds {} recordings, and one is opened at a time: {}. Unpack the one "
                                "to be seen.",
            format.name, found.size(), namesOf(found, [](const Member* member) { return member->name; })));
    return found;
}

Expected<FileOpener::Packed> FileOpener::openMembers(
    const ContainerFormat& format, const std::vector<const Member*>& members, unsigned depth)
{
    Packed all;
    for (const Member* member : members) {
        Expected<Packed> opened = openMember(format, *member, depth);
        if (!opened)
            return opened;
        for (PackedRecording& packed : *opened) {
            packed.name = packed.name.empty() ? member->name : member->name + '/' + packed.name;
            all.push_back(std::move(packed));
        }
    }
    return all;
}

Expected<FileOpener::Packed> FileOpener::openMember(
    const ContainerFormat& format, const Member& member, unsigned depth)
{
    const auto source = member.open();
    Expected<Packed> opened = openSource(*source, depth + 1);
    const std::string flaw = source->flaw();
    if (!opened)
        return fail(placed(format, member, flaw, opened.error().message));
    for (PackedRecording& packed : *opened) {
        Recording& recording = packed.recording;
        recording.format += fmt::format(" in {}", format.name);
        recording.complete = recording.complete && !source->isCut();
        if (flaw.empty())
            continue;
        sayWhatEnds(recording.warnings);
        recording.warnings.insert(
            recording.warnings.begin(), flaw + (source->isCut() ? ": only what came before is shown." : "."));
    }
    return opened;
}

} // namespace tidemark
