// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/endian/conversion.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace tidemark::zip {

// The records of a zip archive by PKWARE's APPNOTE.TXT, 4.3. Offsets are those of its tables.

inline constexpr std::uint32_t localSignature = 0x04034b50; // in front of each file
inline constexpr std::size_t localSize = 30;
inline constexpr std::uint32_t centralSignature = 0x02014b50; // each file in the table of contents
inline constexpr std::size_t centralSize = 46;
inline constexpr std::uint16_t encryptedFlag = 1;
inline constexpr std::uint16_t lengthBehindFlag = 8; // sizes and checksum stand behind the file
inline constexpr std::uint16_t methodStored = 0;
inline constexpr std::uint16_t methodDeflated = 8;
inline constexpr std::uint16_t methodZstd = 93;

// A record with little-endian numbers.
class Record {
public:
    explicit Record(std::span<const std::byte> bytes)
        : m_bytes(reinterpret_cast<const unsigned char*>(bytes.data()))
    { }

    std::uint16_t u16(std::size_t at) const { return boost::endian::load_little_u16(m_bytes + at); }
    std::uint32_t u32(std::size_t at) const { return boost::endian::load_little_u32(m_bytes + at); }
    std::uint64_t u64(std::size_t at) const { return boost::endian::load_little_u64(m_bytes + at); }

private:
    const unsigned char* m_bytes;
};

// Empty where they are not all there.
std::span<const std::byte> bytesAt(std::span<const std::byte> bytes, std::uint64_t at, std::size_t size);
std::string_view textAt(std::span<const std::byte> bytes, std::uint64_t at, std::size_t size);
// The record with this signature at this place, if it is there.
std::optional<Record> recordAt(
    std::span<const std::byte> bytes, std::uint64_t at, std::uint32_t signature, std::size_t size);

struct Sizes {
    std::uint64_t packed = 0;
    std::uint64_t unpacked = 0;
    std::uint64_t local = 0; // where the local record is
};

// Numbers that do not fit 32 bits are all ones there, and stand in the extra field of zip64.
Sizes sizesOf(Sizes sizes, std::span<const std::byte> extra);

struct TableOfContents {
    std::uint64_t offset = 0;
    std::uint64_t entries = 0;
    std::uint64_t shift = 0; // something stands in front of the archive: what to add to its offsets
};

// From the record at the archive's end, if it is there and makes sense.
std::optional<TableOfContents> findTable(std::span<const std::byte> bytes);

} // namespace tidemark::zip
