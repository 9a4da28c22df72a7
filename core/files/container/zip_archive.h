// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tidemark {

// One file in a zip archive.
struct ZipEntry {
    std::string name;
    std::span<const std::byte> packed; // shorter than it should be where `isCut`
    std::uint64_t offset = 0; // of `packed` in the archive
    std::uint16_t method = 0; // of packing, by the numbers of PKWARE's APPNOTE
    bool isEncrypted = false;
    bool isCut = false; // the archive ends inside it
    // As the archive gives them; nothing where it is cut off before it does.
    std::optional<std::uint64_t> size;
    std::optional<std::uint32_t> checksum;
};

struct ZipArchive {
    std::vector<ZipEntry> entries; // files only, in the archive's order
    bool isCut = false; // its table of contents, at the end, is missing
};

// Finds the files of a zip archive, zip64 and archives with something in front included, by PKWARE's
// APPNOTE.TXT. Where the table of contents is missing, by what stands in front of each file instead: a
// library such as libzip refuses such an archive, but a snapshot that was cut off is still worth seeing.
// Nothing is unpacked here. An error says what makes no sense.
Expected<ZipArchive> readZip(std::span<const std::byte> bytes);

} // namespace tidemark
