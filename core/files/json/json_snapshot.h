// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/files/reading.h"

#include <cstddef>
#include <span>

namespace tidemark {

// Whether a file that begins so is JSON, and one that has a snapshot's keys.
bool looksLikeJson(std::span<const std::byte> head);
bool looksLikeJsonSnapshot(std::span<const std::byte> head);

// Reads a memory snapshot as JSON: what json.dump makes of the one that readSnapshot() reads. Integers are
// exact to 64 bits. `bytes` is the whole file. One that ends in the middle gives what could be read, with
// `complete` false. Of JSON that is something else, the error says so.
Expected<Recording> readJsonSnapshot(std::span<const std::byte> bytes, const Reading& reading = {});

} // namespace tidemark
