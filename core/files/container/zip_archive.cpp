// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/container/zip_archive.h"

#include "core/files/container/zip_records.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

using namespace zip;

// A model saved by torch.save has a member for each tensor.
constexpr std::size_t maxEntries = 100'000;

bool isFile(const ZipEntry& entry)
{
    return !entry.name.empty() && entry.name.back() != '/';
}

// What stands in front of the file's bytes tells where they begin.
bool findBytes(
    std::span<const std::byte> bytes, ZipEntry& entry, std::uint64_t local, std::uint64_t packedSize)
{
    const auto header = recordAt(bytes, local, localSignature, localSize);
    if (!header)
        return false;
    entry.offset = local + localSize + header->u16(26) + header->u16(28);
    if (entry.offset > bytes.size())
        return false;
    const std::uint64_t left = bytes.size() - entry.offset;
    entry.isCut = packedSize > left;
    entry.packed = bytes.subspan(
        static_cast<std::size_t>(entry.offset), static_cast<std::size_t>(std::min(packedSize, left)));
    return true;
}

Expected<ZipArchive> readByTable(std::span<const std::byte> bytes, const TableOfContents& table)
{
    ZipArchive archive;
    std::uint64_t at = table.offset;
    for (std::uint64_t i = 0; i < table.entries; ++i) {
        const auto record = recordAt(bytes, at, centralSignature, centralSize);
        if (!record || archive.entries.size() >= maxEntries)
            return fail(fmt::format("the zip archive's table of contents is damaged at byte {}.", at));
        ZipEntry entry;
        entry.isEncrypted = (record->u16(8) & encryptedFlag) != 0;
        entry.method = record->u16(10);
        entry.checksum = record->u32(16);
        entry.name = std::string(textAt(bytes, at + centralSize, record->u16(28)));
        const auto extra = bytesAt(bytes, at + centralSize + record->u16(28), record->u16(30));
        const Sizes sizes = sizesOf({record->u32(20), record->u32(24), record->u32(42)}, extra);
        entry.size = sizes.unpacked;
        at += centralSize + record->u16(28) + record->u16(30) + record->u16(32);
        if (!isFile(entry))
            continue;
        if (!findBytes(bytes, entry, sizes.local + table.shift, sizes.packed) || entry.isCut)
            return fail(fmt::format(
                "the zip archive is damaged: its table of contents names a place for its member {} where "
                "none is.",
                i + 1));
        archive.entries.push_back(std::move(entry));
    }
    return archive;
}

// Without a table: from one file to the next, as far as they say how long they are.
ZipArchive readInOrder(std::span<const std::byte> bytes)
{
    ZipArchive archive;
    archive.isCut = true;
    std::uint64_t at = 0;
    while (const auto record = recordAt(bytes, at, localSignature, localSize)) {
        ZipEntry entry;
        entry.isEncrypted = (record->u16(6) & encryptedFlag) != 0;
        entry.method = record->u16(8);
        entry.name = std::string(textAt(bytes, at + localSize, record->u16(26)));
        const auto extra = bytesAt(bytes, at + localSize + record->u16(26), record->u16(28));
        const Sizes sizes = sizesOf({record->u32(18), record->u32(22), 0}, extra);
        const bool saysLengthBehind = (record->u16(6) & lengthBehindFlag) != 0;
        if (!saysLengthBehind) {
            entry.size = sizes.unpacked;
            entry.checksum = record->u32(14);
        }
        if (!findBytes(bytes, entry, at, saysLengthBehind ? bytes.size() : sizes.packed)
            || archive.entries.size() >= maxEntries)
            break;
        entry.isCut = entry.isCut && !saysLengthBehind; // then what it holds says itself where it ends
        at = entry.offset + entry.packed.size();
        if (isFile(entry))
            archive.entries.push_back(std::move(entry));
    }
    return archive;
}

// Files that share their bytes make a small archive unpack to a huge one.
bool overlap(const std::vector<ZipEntry>& entries)
{
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
    ranges.reserve(entries.size());
    for (const ZipEntry& entry : entries)
        if (!entry.packed.empty())
            ranges.emplace_back(entry.offset, entry.offset + entry.packed.size());
    std::sort(ranges.begin(), ranges.end());
    for (std::size_t i = 1; i < ranges.size(); ++i)
        if (ranges[i].first < ranges[i - 1].second)
            return true;
    return false;
}

} // namespace

Expected<ZipArchive> readZip(std::span<const std::byte> bytes)
{
    const auto table = findTable(bytes);
    Expected<ZipArchive> archive = table ? readByTable(bytes, *table) : readInOrder(bytes);
    if (archive && overlap(archive->entries))
        return fail(
            "the files in the zip archive overlap each other, which no program that packs them does.");
    return archive;
}

} // namespace tidemark
