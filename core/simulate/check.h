// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/program.h"
#include "core/simulate/program_run.h"
#include "core/simulate/watch.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

// What a file does not tell of the allocator that it was recorded from.
struct CheckOptions {
    std::optional<AllocatorSettings> settings; // else the file's own
    std::optional<PolicyVersion> version; // else the newest that decides as the file shows
    std::uint64_t limit = 0; // bytes, as of set_per_process_memory_fraction(); 0: none, or not known
    std::uint64_t capacity = 0; // bytes of the device; 0: what the file says, or not known
};

// A decision that the policy made otherwise than the trace: a block chosen, memory taken or given back.
struct Difference {
    std::uint64_t event = 0; // of the trace: the decision's own, or the last of its call where it has none
    std::optional<AllocatorEvent> recorded; // nothing: the trace has no such decision
    std::optional<AllocatorEvent> made; // nothing: the policy does not make it
};

// "event 17: segment_alloc of 2,097,152 bytes at 0x7f31c2000000 was recorded, the policy ...".
std::string describe(const Difference& difference);

// What a trace cannot determine is taken from it as it is.
enum class GivenKind : std::uint8_t {
    EmptyCache, // a call of empty_cache(), or of something that empties the cache
    Refusal, // the driver or a limit refused memory, and the file knows neither
    LateFree, // when another stream was done with a freed block
    PrivatePool, // an allocation was made from a private pool
    Release, // segments went for a limit or a threshold that the file does not tell
    Unfollowed, // memory came or went for no reason that the policy knows
};
inline constexpr std::size_t givenKindCount = 6;
const char* givenName(GivenKind kind); // "empty_cache"
const char* whyGiven(GivenKind kind); // a sentence

// Bytes.
struct Levels {
    std::uint64_t allocated = 0;
    std::uint64_t active = 0;
    std::uint64_t reserved = 0;
};

// The price of a run.
struct RunFigures {
    Levels peak;
    Levels end;
    std::int64_t deviceMallocs = 0; // cudaMalloc and cuMemMap calls; each one waits for the device
    std::int64_t deviceFrees = 0;
    std::int64_t ooms = 0;
    std::int64_t allocRetries = 0;
};
RunFigures figuresOf(const MemoryStats& stats);

struct CheckResult {
    std::uint64_t events = 0;
    std::uint64_t allocs = 0;
    std::uint64_t decisions = 0; // allocs, ooms and events of segments that were compared
    std::uint64_t mismatchedAllocs = 0;
    std::uint64_t mismatchedSegmentEvents = 0;
    std::optional<Difference> firstMismatch;
    std::array<std::uint64_t, givenKindCount> given = {}; // by GivenKind
    RunFigures figures; // of the policy's run
    bool isComplete = true; // false: stopped

    std::uint64_t equal() const { return decisions - mismatchedAllocs - mismatchedSegmentEvents; }
    std::uint64_t of(GivenKind kind) const { return given[static_cast<std::size_t>(kind)]; }
    std::uint64_t givenTotal() const;
    bool isEqual() const { return isComplete && mismatchedAllocs == 0 && mismatchedSegmentEvents == 0; }
};

// A program whose run has been made again under the settings it was recorded with. Calls of empty_cache()
// that the trace only suggests are told apart from memory that was short: those are steps of their own now.
struct CheckedProgram {
    std::string conf; // the recorded settings, in PYTORCH_ALLOC_CONF's syntax; empty: PyTorch's defaults
    Program program;
    RunSettings recorded;
    CheckResult check;
};

// Runs the program of one device again under its own settings and compares every decision with the trace.
// `recording` must be analyzed (analyze() finds what was there before the first event). An error says what
// the file lacks for a check.
Expected<std::shared_ptr<const CheckedProgram>> checkProgram(const Recording& recording, std::size_t device,
    const CheckOptions& options = {}, const Watch& watch = {});

} // namespace tidemark
