// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"

#include <nlohmann/json.hpp>

namespace tidemark {

using Json = nlohmann::ordered_json;

// The event just before a position, from zero; null before the first one.
inline Json eventBefore(std::uint64_t position)
{
    return position == 0 ? Json(nullptr) : Json(position - 1);
}

// The figures of a level by PyTorch's names.
Json levelJson(const Level& level);

// A recording as `tidemark info --json` prints it: format, settings, and for each device its peaks and end,
// and of several devices how they compare.
Json infoJson(const AnalyzedRecording& analyzed);

// Segments and blocks with PyTorch's keys and spellings.
Json segmentsJson(const Device& device, const SegmentList& list);

} // namespace tidemark
