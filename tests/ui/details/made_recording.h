// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"

#include <memory>

namespace tidemark::tests {

// Addresses of the made recording.
inline constexpr std::uint64_t firstSegment = 0x7f0000000000;
inline constexpr std::uint64_t secondSegment = 0x7f0100000000;

// Ten events, written by hand, so that every figure can be told in advance:
//   1 segment_alloc 20 MiB at firstSegment
//   2 alloc 4,000,000 B (gives 4,000,256), scope layers.0, operation aten::linear, in step 0, forward
//   3 segment_alloc 20 MiB at secondSegment
//   4 alloc 5,000,000 B (gives 5,000,192), Python frames only, in step 0, backward
//   5 free_requested of the block of event 2
//   6 alloc 2,000,000 B (gives 2,000,384) behind the block of event 4
//   7 free_completed of the block of event 2
//   8 free_requested, 9 free_completed of the block of event 4
//   10 oom: 1 GiB asked for, 512 MiB free on the device
Recording madeRecording();

inline std::shared_ptr<const AnalyzedRecording> made()
{
    return std::make_shared<const AnalyzedRecording>(analyze(madeRecording()));
}

} // namespace tidemark::tests
