// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/container/zip_member_source.h"

#include "core/base/bytes.h"
#include "core/base/one_line.h"
#include "core/files/container/inflate_source.h"
#include "core/files/container/zip_records.h"
#include "core/files/container/zstd_source.h"

#include <fmt/format.h>
#include <zlib.h>

namespace tidemark {

bool ZipMemberSource::canUnpack(const ZipEntry& entry)
{
    return !entry.isEncrypted
        && (entry.method == zip::methodStored || entry.method == zip::methodDeflated
            || entry.method == zip::methodZstd);
}

ZipMemberSource::ZipMemberSource(const ZipEntry& entry, std::uint64_t archiveSize, const UnpackLimit& limit)
    : m_entry(entry)
    , m_archiveSize(archiveSize)
    , m_packed(entry.packed)
    , m_unpacked(&m_packed)
{
    const std::string name = "file in the zip archive";
    if (entry.method == zip::methodDeflated)
        m_unpacker = std::make_unique<InflateSource>(m_packed, InflateSource::Form::Bare, name, limit);
    else if (entry.method == zip::methodZstd)
        m_unpacker = std::make_unique<ZstdSource>(m_packed, name, limit);
    if (m_unpacker)
        m_unpacked = m_unpacker.get();
}

Expected<std::size_t> ZipMemberSource::read(std::span<std::byte> buffer)
{
    const auto count = m_unpacked->read(buffer);
    if (!count)
        return count;
    const auto* bytes = reinterpret_cast<const Bytef*>(buffer.data());
    m_checksum = static_cast<std::uint32_t>(crc32_z(m_checksum, bytes, *count));
    m_hasEnded = *count < buffer.size();
    return count;
}

// What the archive says may be a lie; memory is only ever taken for what a stored file really has.
std::uint64_t ZipMemberSource::size() const
{
    return m_unpacker ? 0 : m_entry.packed.size();
}

bool ZipMemberSource::differs() const
{
    return m_hasEnded
        && ((m_entry.checksum && *m_entry.checksum != m_checksum)
            || (m_entry.size && *m_entry.size != position()));
}

std::string ZipMemberSource::flaw() const
{
    if (m_archiveSize > 0)
        return fmt::format(
            "The zip archive ends early, at byte {}", formatExact(static_cast<std::int64_t>(m_archiveSize)));
    if (const std::string flaw = m_unpacked->flaw(); !flaw.empty())
        return flaw;
    if (differs())
        return fmt::format(
            "{} in the zip archive is not what was packed, by its size or checksum: figures may be wrong",
            oneLine(m_entry.name));
    return {};
}

bool ZipMemberSource::isCut() const
{
    return m_entry.isCut || m_unpacked->isCut();
}

} // namespace tidemark
