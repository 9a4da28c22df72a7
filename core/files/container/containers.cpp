// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/container/containers.h"

#include "core/base/one_line.h"
#include "core/files/container/base64_source.h"
#include "core/files/container/inflate_source.h"
#include "core/files/container/zip_member_source.h"
#include "core/files/container/zstd_magic.h"
#include "core/files/container/zstd_source.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tidemark {

namespace {

std::string_view asText(std::span<const std::byte> head)
{
    return {reinterpret_cast<const char*>(head.data()), head.size()};
}

struct Packing {
    std::string_view magic;
    std::size_t offset;
    std::string_view name;
    std::string_view advice;
};

constexpr std::array packings{
    Packing{{"\xfd"
             "7zXZ\0",
                6},
        0, "xz-compressed", "unpack it with xz -d"},
    Packing{"BZh", 0, "bzip2-compressed", "unpack it with bzip2 -d"},
    Packing{"7z\xbc\xaf\x27\x1c", 0, "a 7z archive", "unpack it with 7z x"},
    Packing{"Rar!\x1a\x07", 0, "a rar archive", "unpack it with unrar x"},
    Packing{{"\x04\x22\x4d\x18", 4}, 0, "lz4-compressed", "unpack it with lz4 -d"},
    Packing{"ustar", 257, "a tar archive", "unpack it with tar -x"},
};

const Packing* packingOf(std::span<const std::byte> head)
{
    const auto found = std::find_if(packings.begin(), packings.end(), [head](const Packing& packing) {
        return head.size() >= packing.offset
            && asText(head).substr(packing.offset).starts_with(packing.magic);
    });
    return found == packings.end() ? nullptr : &*found;
}

// Where none of the files in an archive can be unpacked, it says so instead of "no snapshot".
Expected<void> checkMembers(const ZipArchive& archive)
{
    const auto& entries = archive.entries;
    if (entries.empty() || std::any_of(entries.begin(), entries.end(), ZipMemberSource::canUnpack))
        return {};
    const ZipEntry& entry = entries.front();
    return fail(fmt::format("the zip archive's {} {}: unpack it first.", oneLine(entry.name),
        entry.isEncrypted ? std::string("is encrypted")
                          : fmt::format("is packed by method {}, which is not known here", entry.method)));
}

} // namespace

bool looksLikeGzip(std::span<const std::byte> head)
{
    return asText(head).starts_with("\x1f\x8b\x08");
}

Members gzipMembers(Content& content, const UnpackLimit& limit, const Reading&)
{
    return std::vector{Member{{}, [&content, &limit] {
                                  return std::make_unique<InflateSource>(
                                      content, InflateSource::Form::Gzip, "gzip file", limit);
                              }}};
}

bool looksLikeZstd(std::span<const std::byte> head)
{
    return beginsZstdFrame(head);
}

Members zstdMembers(Content& content, const UnpackLimit& limit, const Reading&)
{
    return std::vector{
        Member{{}, [&content, &limit] { return std::make_unique<ZstdSource>(content, "zstd file", limit); }}};
}

bool looksLikeZip(std::span<const std::byte> head)
{
    // The second is an archive with nothing in it.
    return asText(head).starts_with("PK\x03\x04") || asText(head).starts_with("PK\x05\x06");
}

Members zipMembers(Content& content, const UnpackLimit& limit, const Reading& reading)
{
    const auto bytes = content.whole(reading.stop);
    if (!bytes)
        return tl::unexpected(bytes.error());
    auto read = readZip(*bytes);
    if (!read)
        return tl::unexpected(read.error());
    const auto archive = std::make_shared<const ZipArchive>(std::move(*read));
    if (const auto checked = checkMembers(*archive); !checked)
        return tl::unexpected(checked.error());
    const std::uint64_t end = archive->isCut ? bytes->size() : 0;
    std::vector<Member> members;
    for (const ZipEntry& entry : archive->entries) {
        if (ZipMemberSource::canUnpack(entry))
            members.push_back({entry.name, [archive, &entry, end, &limit] {
                                   return std::make_unique<ZipMemberSource>(entry, end, limit);
                               }});
    }
    return members;
}

Members pageMembers(Content& content, const UnpackLimit&, const Reading& reading)
{
    const auto bytes = content.whole(reading.stop);
    if (!bytes)
        return tl::unexpected(bytes.error());
    auto files = filesInPage(*bytes);
    if (!files)
        return tl::unexpected(files.error());
    std::vector<Member> members;
    for (const PageFile& file : *files)
        members.push_back({file.name, [file] { return std::make_unique<Base64Source>(file); }});
    return members;
}

bool looksPackedOtherwise(std::span<const std::byte> head)
{
    return packingOf(head) != nullptr;
}

Expected<Recording> namePacking(Content& content, const Reading&)
{
    const Packing* packing = packingOf(content.head());
    if (packing == nullptr)
        return fail("it is packed in a way that is not known here.");
    return fail(fmt::format("it is {}: {}.", packing->name, packing->advice));
}

} // namespace tidemark
