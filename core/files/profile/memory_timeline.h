// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/content.h"

namespace tidemark {

// What torch.profiler's export_memory_timeline() writes as JSON (torch/profiler/_memory_profiler.py,
// MemoryProfileTimeline). Both forms become one device with a curve for each category that the profiler
// thinks memory belongs to, and their sum, "allocated".

// The raw form: a list of [time in ns or -1, action, bytes more or less, category].
bool looksLikeRawMemoryTimeline(std::span<const std::byte> head);
Expected<Recording> readRawMemoryTimeline(Content& content, const Reading& reading);

// The summed form: [[times in us], [[0, bytes of each category] at each of them]].
bool looksLikeMemoryTimeline(std::span<const std::byte> head);
Expected<Recording> readMemoryTimeline(Content& content, const Reading& reading);

} // namespace tidemark
