// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/export/trace/trace_clock.h"
#include "core/export/trace/trace_output.h"

#include <algorithm>

namespace tidemark {

inline constexpr std::int64_t annotationGroups = 3; // steps, phases, ranges; the categories come behind

// How many rows each of so many devices may have: numbers of threads are of 32 bits.
constexpr std::int64_t rowsOfDevice(std::size_t devices)
{
    constexpr std::int64_t enough = 10'000'000;
    return std::min(enough, UINT32_MAX / (static_cast<std::int64_t>(devices) + 1));
}

// One device of a recording in a trace: a process, whose rows of slices are its threads.
struct TracedDevice {
    const AnalyzedRecording& analyzed;
    std::size_t number = 0; // its place in the recording
    const TraceClock& clock;
    std::int64_t rows = 0; // numbers that it has for them, see rowsOfDevice()

    const Device& device() const { return analyzed.recording.devices[number]; }
    const DeviceHistory& history() const { return analyzed.histories[number]; }
    int process() const { return static_cast<int>(number) + 1; }
    // A row of one of its groups of rows, which lie in the groups' order.
    TraceRow row(std::size_t group, std::size_t lane) const
    {
        const std::int64_t rowsOfGroup = rows / (annotationGroups + memoryCategoryCount);
        return {process(),
            process() * rows + static_cast<std::int64_t>(group) * rowsOfGroup
                + static_cast<std::int64_t>(lane) % rowsOfGroup};
    }
};

// The three curves, and the driver's figures; at every event that changes them.
bool writeCounters(const TracedDevice& traced, TraceOutput& out);
// Every allocation from its alloc to the event that ends it, or to the end, in rows by category.
bool writeAllocationSlices(const TracedDevice& traced, std::uint64_t leastBytes, TraceOutput& out);
// Steps, phases and ranges; marks and events without a length, such as an oom.
bool writeNotes(const TracedDevice& traced, TraceOutput& out);

} // namespace tidemark
