// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/container/zip_records.h"

#include <algorithm>

namespace tidemark::zip {

namespace {

constexpr std::uint32_t endSignature = 0x06054b50;
constexpr std::size_t endSize = 22;
constexpr std::size_t longestComment = 65535;
constexpr std::uint32_t locatorSignature = 0x07064b50; // zip64: where its own record of the end is
constexpr std::size_t locatorSize = 20;
constexpr std::uint32_t end64Signature = 0x06064b50;
constexpr std::size_t end64Size = 56;
constexpr std::uint16_t zip64Extra = 1;
constexpr std::uint32_t elsewhere = UINT32_MAX;

struct Ending {
    std::uint64_t at; // of the record that follows the table
    std::uint64_t entries;
    std::uint64_t size;
    std::uint64_t offset;
};

std::optional<Ending> ending64(std::span<const std::byte> bytes, std::uint64_t end)
{
    if (end < locatorSize + end64Size)
        return {};
    const auto locator = recordAt(bytes, end - locatorSize, locatorSignature, locatorSize);
    if (!locator)
        return {};
    std::uint64_t at = locator->u64(8);
    auto record = recordAt(bytes, at, end64Signature, end64Size);
    if (!record) { // something in front: the record is where it mostly is, beside its locator
        at = end - locatorSize - end64Size;
        record = recordAt(bytes, at, end64Signature, end64Size);
    }
    if (!record)
        return {};
    return Ending{at, record->u64(32), record->u64(40), record->u64(48)};
}

} // namespace

std::span<const std::byte> bytesAt(std::span<const std::byte> bytes, std::uint64_t at, std::size_t size)
{
    if (at > bytes.size() || size > bytes.size() - at)
        return {};
    return bytes.subspan(static_cast<std::size_t>(at), size);
}

std::string_view textAt(std::span<const std::byte> bytes, std::uint64_t at, std::size_t size)
{
    const auto found = bytesAt(bytes, at, size);
    return {reinterpret_cast<const char*>(found.data()), found.size()};
}

std::optional<Record> recordAt(
    std::span<const std::byte> bytes, std::uint64_t at, std::uint32_t signature, std::size_t size)
{
    const auto found = bytesAt(bytes, at, size);
    if (found.empty())
        return {};
    const Record record(found);
    return record.u32(0) == signature ? std::optional(record) : std::nullopt;
}

Sizes sizesOf(Sizes sizes, std::span<const std::byte> extra)
{
    for (std::size_t at = 0; at + 4 <= extra.size();) {
        const Record header(extra.subspan(at));
        const std::size_t length = header.u16(2);
        auto field = bytesAt(extra, at + 4, length);
        at += 4 + length;
        if (header.u16(0) != zip64Extra)
            continue;
        for (std::uint64_t* size : {&sizes.unpacked, &sizes.packed, &sizes.local}) {
            if (*size != elsewhere || field.size() < 8)
                continue;
            *size = Record(field).u64(0);
            field = field.subspan(8);
        }
    }
    return sizes;
}

std::optional<TableOfContents> findTable(std::span<const std::byte> bytes)
{
    if (bytes.size() < endSize)
        return {};
    const std::size_t last = bytes.size() - endSize;
    for (std::size_t back = 0; back <= std::min(last, longestComment); ++back) {
        const std::size_t at = last - back;
        const auto record = recordAt(bytes, at, endSignature, endSize);
        if (!record || record->u16(20) > back)
            continue;
        Ending end{at, record->u16(10), record->u32(12), record->u32(16)};
        if (const auto large = ending64(bytes, at))
            end = *large;
        if (end.size > end.at || end.offset > end.at - end.size)
            continue;
        const std::uint64_t begin = end.at - end.size;
        return TableOfContents{begin, end.entries, begin - end.offset};
    }
    return {};
}

} // namespace tidemark::zip
