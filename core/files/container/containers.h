// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/file_format.h"

namespace tidemark {

// The containers of the table in file_format.cpp.
bool looksLikeGzip(std::span<const std::byte> head);
bool looksLikeZstd(std::span<const std::byte> head);
bool looksLikeZip(std::span<const std::byte> head);

using Members = Expected<std::vector<Member>>;
Members gzipMembers(Content& content, const UnpackLimit& limit, const Reading& reading);
Members zstdMembers(Content& content, const UnpackLimit& limit, const Reading& reading);
Members zipMembers(Content& content, const UnpackLimit& limit, const Reading& reading);
Members pageMembers(Content& content, const UnpackLimit& limit, const Reading& reading);

// Packings that are only known by name: xz, bzip2, 7z and others.
bool looksPackedOtherwise(std::span<const std::byte> head);
Expected<Recording> namePacking(Content& content, const Reading& reading);

} // namespace tidemark
