// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/caching_allocator.h"
#include "core/allocator/simulated_memory.h"
#include "core/analysis/analyzed_recording.h"

#include <QString>
#include <random>

namespace tidemark::tests {

inline constexpr std::uint64_t h200 = 150109880320; // bytes of the GPU that the recordings were made on

// A recording of tests/data; ends the test program when it cannot be read.
AnalyzedRecording recordedRun(const QString& name);

// Everything an allocator of ours does, as a recording.
class SelfRecorder : public AllocatorEventSink {
public:
    explicit SelfRecorder(const char* conf);

    void onEvent(const AllocatorEvent& event) noexcept override;
    const Device& device() const { return m_recording.devices.front(); }
    // What a reader would give.
    AnalyzedRecording recording() const { return analyze(m_recording); }
    const Recording& raw() const { return m_recording; }

private:
    Recording m_recording;
};

struct RandomRun {
    const char* conf = "";
    std::uint64_t limit = 0;
    unsigned seed = 1;
    int calls = 3000;
    bool usesStreams = true;
    bool emptiesCache = true;
};

// A random program under our own allocator: allocations on three streams, frees (some that wait for another
// stream), now and then empty_cache().
AnalyzedRecording randomRun(const RandomRun& run);

} // namespace tidemark::tests
