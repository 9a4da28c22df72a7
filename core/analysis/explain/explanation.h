// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/curves/curve_view.h"
#include "core/analysis/devices/driver_view.h"
#include "core/analysis/reserved/band.h"
#include "core/analysis/reserved/composition.h"
#include "core/analysis/reserved/fragmentation.h"
#include "core/analysis/reserved/reason_sentence.h"

#include <optional>
#include <string>
#include <vector>

namespace tidemark {

// What is explained: one device of a recording after `position` events (see DeviceHistory), or a part of its
// memory. All of it belongs to the caller.
struct ExplainedMoment {
    const Recording& recording;
    std::size_t deviceIndex = 0;
    const DeviceHistory& history;
    std::size_t position = 0;
    const SegmentList& segments; // at the position, of the part
    CurveView curves; // of the part
    bool isWhole = true; // all memory of the device

    const Device& device() const { return recording.devices[deviceIndex]; }
};

enum class SentenceKind : std::uint8_t {
    Sum, // reserved, divided without rest
    Origin, // since when reserved stands so high
    Request, // who asked for the memory that made it rise
    EmptyCache, // what empty_cache would return
    Stays, // what it cannot return
    Waits, // what it waits for
    PrivatePools, // what only a private pool's end gives back
    Pinned, // a segment whose live blocks keep free memory from going back
    Process, // by the driver: what the process uses
    Outside, // what it has beyond the allocator
    Others, // what others use
    DeviceFree,
    Available, // what could be had after empty_cache
};

struct ExplanationSentence {
    SentenceKind kind = SentenceKind::Sum;
    Band band = Band::Nothing; // where in the picture it is seen
    std::uint64_t bytes = 0; // that it is about
    ReasonSentence text; // with links; exactText() has every figure to the byte
};

struct BandRow {
    Band band = Band::Nothing;
    std::string label;
    std::uint64_t bytes = 0;
};

// What one moment says about reserved memory, in figures and sentences. `tidemark report` and the window say
// the same.
struct Explanation {
    Composition composition;
    std::vector<BandRow> parts; // without rest: they sum to composition.reserved
    std::vector<BandRow> insideLive; // what live blocks were asked for, and the rounding
    ExplanationSentence sum;
    std::vector<ExplanationSentence> origin;
    std::vector<ExplanationSentence> emptyCache;
    std::vector<ExplanationSentence> pinned; // most free bytes first
    std::size_t pinnedLeftOut = 0;
    std::vector<ExplanationSentence> driver; // empty where nobody asked it, and for a part of the memory
    std::optional<std::int64_t> driverAgeUs; // how long before the moment it was asked
};

// Of pinned segments at most `most`.
Explanation explain(const ExplainedMoment& moment, const AllocatorSettings& settings, std::size_t most = 6);

// Of it, each on its own: what empty_cache would return, and could not. `isInsideFree`: what is not back yet
// waits for no stream.
std::vector<ExplanationSentence> emptyCacheSentences(
    const SegmentList& list, const AllocatorSettings& settings, bool isInsideFree = false);
std::vector<ExplanationSentence> originSentences(const ExplainedMoment& moment);
// `returnable`: what empty_cache would return.
std::vector<ExplanationSentence> driverSentences(
    const Device& device, const DriverFigures& figures, std::uint64_t returnable);

// What keeps reserved memory unused, for requests of the asking stream; the rows sum to split.reserved.
std::vector<BandRow> splitRows(const Fragmentation& fragmentation, bool isInsideFree = false);

// Whether the only memory on its way back is the block of a free that this moment divides from its
// completion: it waits for no stream.
bool isInsideFree(const Device& device, std::size_t position, const SegmentList& segments);

} // namespace tidemark
