// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/curves/pyramid.h"
#include "core/analysis/replay/heap_state.h"
#include "core/analysis/replay/missing_kinds.h"
#include "core/analysis/replay/pool_hints.h"

#include <array>
#include <memory>
#include <vector>

namespace tidemark {

enum class Curve : std::uint8_t { Allocated, Active, Reserved };
inline constexpr std::size_t curveCount = 3;

// Everything replay finds out about one device: the exact curves, and checkpoints from which the state at any
// moment is rebuilt. Grows with its device's events; a copy is a cheap snapshot for other threads.
//
// A *position* p means "p events have happened": 0 is the state before the first event, events.size() the
// end; the state just after event k is position k + 1. Positions past eventCount() mean eventCount().
class DeviceHistory {
public:
    explicit DeviceHistory(const AllocatorSettings& settings = {});

    // Follows the events of `device` that it has not seen yet, at most `most` of them. True when none are
    // left. The first call takes over the device's state before its first event: `before`; without events,
    // `after`. Behind the last event stands what the allocator itself reported, `after`, also where the
    // events lead to something else; unless neither it nor the events know a segment.
    bool advance(const Device& device, std::size_t most = SIZE_MAX);

    std::size_t eventCount() const { return m_curves[0].size(); } // events followed so far
    // Value by event: curve(c)[k] holds just after event k.
    const Pyramid& curve(Curve curve) const { return m_curves[static_cast<std::size_t>(curve)]; }
    std::int64_t valueAt(Curve curve, std::size_t position) const;

    struct Peak {
        std::int64_t bytes = 0;
        std::size_t position = 0; // the first position at which it stood so high
    };
    Peak peak(Curve curve) const;
    // Of the bytes asked for, which no curve is kept of.
    Peak requestedPeak() const { return m_requestedPeak; }

    // At most one checkpoint's distance of events from it is followed.
    HeapState stateAt(const Device& device, std::size_t position) const;
    Level levelAt(const Device& device, std::size_t position) const;
    SegmentList segmentsAt(const Device& device, std::size_t position) const;
    std::uint64_t contradictions() const { return m_state.contradictions(); }
    const MissingKinds& missing() const { return m_missing; }
    bool endDiffers() const { return m_endDiffers; } // the events lead to another end than was reported
    // An event as replay takes it: with what the rest of the recording tells about it.
    Event followed(const Device& device, std::size_t number) const
    {
        return m_missing.completed(m_pools.completed(device.events[number], number));
    }

private:
    struct Checkpoint {
        std::size_t position = 0;
        std::shared_ptr<const HeapState> state;
    };

    void begin(const Device& device);
    void settleEnd(const Device& device);

    AllocatorSettings m_settings;
    PoolHints m_pools;
    MissingKinds m_missing;
    HeapState m_state; // at eventCount()
    Level m_initial;
    Peak m_requestedPeak;
    bool m_endDiffers = false;
    std::array<Pyramid, curveCount> m_curves;
    std::vector<Checkpoint> m_checkpoints; // by position; the first is 0
};

} // namespace tidemark
