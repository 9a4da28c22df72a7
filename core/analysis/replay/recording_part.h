// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/replay/event_range.h"

namespace tidemark {

// A recording of some events of one device alone, with the state before them as it was: at every position of
// the part the levels, segments and blocks are those of the whole. What was recorded of these events (labels
// of memory that was there, annotations, marks, statistics, the driver's figures) comes along; annotations
// that go on behind the part have no end in it. What the whole tells of a block by its later fate, such as
// that it was temporary, the part cannot.
//
// `range` lies within the events.
Recording recordingPart(const AnalyzedRecording& analyzed, std::size_t device, EventRange range);

} // namespace tidemark
