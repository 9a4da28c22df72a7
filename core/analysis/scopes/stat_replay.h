// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/curves/running_peak.h"
#include "core/analysis/replay/device_history.h"
#include "core/analysis/replay/pool_levels.h"

#include <span>
#include <vector>

namespace tidemark {

// A figure of memory_stats() and of which pool.
struct StatGauge {
    StatKind kind = StatKind::AllocatedBytes;
    StatPool pool = StatPool::All;

    bool operator==(const StatGauge&) const = default;
};

// memory_stats() followed event by event: what it said at any mark that was kept, and what it would have said
// since, had its peaks and sums been reset there. Nothing is reset: every mark has its own answer.
//
// An event counts in the pool of the segment that it happens in. `device` and `history` must outlive this.
class StatReplay {
public:
    // What the gauges said at one position.
    struct Mark {
        std::uint64_t position = 0;
        std::vector<Stat> stats; // by gauge; `peak` is not kept
    };

    StatReplay(const Device& device, const DeviceHistory& history, std::vector<StatGauge> gauges);

    std::size_t position() const { return m_position; }
    bool isAtEnd() const { return m_position >= m_history.eventCount(); }
    void next(); // follows one event; isAtEnd() must not hold

    std::span<const Stat> now() const { return m_now; } // by gauge; `peak` is not kept
    const PoolLevels& levels() const { return m_levels; } // of single pools only when a gauge needs them
    // Into a mark whose memory may be used again.
    void keep(Mark& mark);
    // From the mark to here: the level here, the highest one on the way (that at the mark included), and what
    // came and went.
    void since(const Mark& mark, std::vector<Stat>& stats) const;
    // The position at which a gauge was highest since the mark.
    std::uint64_t peakPosition(const Mark& mark, std::size_t gauge) const;

private:
    void follow(const Event& event);
    std::size_t poolOf(std::uint64_t address) const;

    const Device& m_device;
    const DeviceHistory& m_history;
    std::vector<StatGauge> m_gauges;
    bool m_byPool = false;
    std::size_t m_position = 0;
    std::uint64_t m_newestMark = 0;
    HeapState m_state;
    PoolLevels m_levels;
    std::vector<Stat> m_now;
    std::vector<RunningPeak> m_peaks;
};

} // namespace tidemark
