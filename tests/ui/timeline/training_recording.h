// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"

#include <QString>
#include <memory>

namespace tidemark::tests {

// A training of a few layers whose sequence length changes from step to step, followed by the real allocator
// on invented addresses: steps and phases, blocks that wait for another stream, a named mark, an empty_cache
// and, at the end, an OOM. Always the same.
Recording trainingRecording(int steps);

// What that recording was when `events` events had happened.
Recording firstEvents(const Recording& recording, std::size_t events);

std::shared_ptr<const AnalyzedRecording> analyzed(Recording recording);

// A file of tests/data; ends the program when it cannot be read.
Recording fileRecording(const QString& name);

// One device whose allocated memory takes these values, one event each, as if by a driver without a cache.
Recording recordingOfLevels(const std::vector<std::int64_t>& allocated);

} // namespace tidemark::tests
