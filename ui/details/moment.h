// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/explain/explanation.h"
#include "ui/view_state.h"

#include <QString>
#include <optional>

namespace tidemark::ui {

// What the texts speak about: one device of one recording after `position` events. Everything belongs to the
// caller and outlives the text's making.
struct Moment {
    const Recording& recording;
    const Device& device;
    const DeviceHistory& history;
    std::size_t deviceIndex = 0;
    std::size_t position = 0;
    const SegmentList& segments; // those that the filter holds
    MemoryFilter filter;
    CurveView curves; // of the memory that the filter holds, with all allocations in it
    const SegmentList& allSegments;
    ByteUnits units; // of the sizes in the texts
    // Under a filter of allocations, once they are known: what those it holds are together, and how many.
    std::optional<std::uint64_t> heldBytes = std::nullopt;
    std::size_t heldBlocks = 0;

    // Whether the curves are known: of a part of the memory they are not while only some allocations of it
    // are looked at.
    bool hasCurves() const { return filter.allocations.isAll() || filter.holdsAllSegments(); }
};

// The same for the core's explanations.
ExplainedMoment explainedMoment(const Moment& moment);

// None when nothing is open.
std::optional<Moment> momentOf(const ViewState& state);

// "event 9,157": the moment just after an event, counted from 1; "before the first event" for position 0.
QString momentName(std::size_t position);

// "step 3 · backward": the innermost step and phase around an event, or else the innermost named range.
// Empty where the recording names none.
QString phaseOf(const Recording& recording, std::size_t deviceIndex, std::uint64_t event);

// Since the device's first event; none when the recording has no times.
std::optional<std::int64_t> microsecondsAt(const Device& device, std::size_t position);

// "stream 0", "stream 2 (0x55d0c0ffee)".
QString streamName(const Device& device, StreamSlot stream);
// "default pool", "private pool (0, 1)", "graph pool (1, 0)".
QString poolName(const Device& device, PoolSlot pool);

// Whether the only memory on its way back is the block of a free that this moment divides from its
// completion: it waits for no stream.
bool isInsideFree(const Moment& moment);
// "stream 0 (default)", "stream 2 (0x55d0c0ffee)", "private pool (0, 1)", "graph pool (1, 0)", "1 MiB to 2
// MiB, lives under 10 events"; empty for all memory.
QString filterName(const Device& device, const MemoryFilter& filter, ByteUnits units);

// What a block is that was freed and is not free yet: "waiting for a stream", or "being freed".
QString waitingName(bool isInsideFree);

} // namespace tidemark::ui
