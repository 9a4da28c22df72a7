// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/container/memory_source.h"
#include "core/files/container/unpack_limit.h"
#include "core/files/container/zip_archive.h"

#include <memory>

namespace tidemark {

// One file of a zip archive, unpacked and compared with what the archive says of it.
class ZipMemberSource : public ByteSource {
public:
    // Whether it can be unpacked here: stored, deflated or Zstandard, and not encrypted.
    static bool canUnpack(const ZipEntry& entry);

    // `entry` and its bytes must stay. `archiveSize`: where an archive that is cut off ends; else 0.
    ZipMemberSource(const ZipEntry& entry, std::uint64_t archiveSize, const UnpackLimit& limit);

    Expected<std::size_t> read(std::span<std::byte> buffer) override;
    std::uint64_t size() const override;
    std::uint64_t position() const override { return m_unpacked->position(); }
    std::string flaw() const override;
    bool isCut() const override;

private:
    bool differs() const;

    const ZipEntry& m_entry;
    std::uint64_t m_archiveSize;
    MemorySource m_packed;
    std::unique_ptr<ByteSource> m_unpacker; // null: stored as it is
    ByteSource* m_unpacked;
    std::uint32_t m_checksum = 0;
    bool m_hasEnded = false;
};

} // namespace tidemark
