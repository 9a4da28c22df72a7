// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/content.h"
#include "core/trace/recording.h"

namespace tidemark {

// Files that people have beside memory snapshots and take for one: known by content and named, with what to
// do instead. They are not opened.
bool looksForeign(std::span<const std::byte> head);
// Always an error: the sentence.
Expected<Recording> nameForeign(Content& content, const Reading& reading);

} // namespace tidemark
