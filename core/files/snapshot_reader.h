// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/files/reading.h"

#include <cstddef>
#include <span>

namespace tidemark {

// Whether a file that begins so is a pickle, protocol 0 to 5, of a list or dict, or one that asks for more
// than data (which readSnapshot refuses by name). A hundred bytes are enough.
bool looksLikeSnapshot(std::span<const std::byte> head);

// Reads a memory snapshot of PyTorch: what torch.cuda.memory._dump_snapshot and _memory_snapshot_pickled
// write since 1.13, and the bare list of torch.cuda.memory_snapshot(). `bytes` is the whole file and is only
// read. A file that ends in the middle gives what could be read, with `complete` false. Never runs anything
// that the file says, and never keeps more than a small multiple of its size.
Expected<Recording> readSnapshot(std::span<const std::byte> bytes, const Reading& reading = {});

} // namespace tidemark
