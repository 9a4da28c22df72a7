// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace tidemark::tests {

// What must hold whatever the bytes are. Each gives an empty text when everything does, else what does not.
// Shared by the fuzz targets and the test that replays what they found.

// Numbers within their tables, lists without gaps; and after replay, at chosen positions: figures that equal
// the sums over the blocks, allocated <= active <= reserved, and peaks that no position exceeds. A .tide
// keeps what its recorder said, and only replay mends a state that contradicts itself: there `Lists::AsTold`.
enum class Lists : std::uint8_t { Mended, AsTold };
std::string flawOfRecording(Recording recording, Lists lists);

// Reads the bytes as a snapshot, as a .tide stream in pieces, or as a file of any kind, checks what came of
// it, and that reading took no more memory than a small multiple of them.
std::string flawOfSnapshot(std::span<const std::byte> bytes);
std::string flawOfTide(std::span<const std::byte> bytes);
std::string flawOfFile(std::span<const std::byte> bytes);

} // namespace tidemark::tests
