// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/base/error.h"

#include <filesystem>

namespace tidemark {

// Writes a recording as a trace in Chrome's JSON format, for Perfetto and its kin: the curves as counters,
// each allocation of `leastBytes` or more as a slice, annotations as slices; packed where the path ends in
// .gz. The path's former content, if any, stays until all is written. `progress` counts values and
// allocations. An error says what could not be written and why; then nothing is left behind.
Expected<void> writeTrace(const AnalyzedRecording& analyzed, const std::filesystem::path& path,
    std::uint64_t leastBytes = 0, Progress* progress = nullptr, const std::stop_token& stop = {});

} // namespace tidemark
