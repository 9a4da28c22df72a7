// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/scopes/scope_tally.h"
#include "core/analysis/scopes/stat_replay.h"

namespace tidemark {

// Bytes that one thread, or all, allocated and freed so far.
struct ByteFlow {
    std::int64_t added = 0;
    std::int64_t freed = 0;
};

// One scope that something is inside of.
struct ScopeVisit {
    std::uint32_t node = 0;
    StatReplay::Mark begin;
    ByteFlow flowBefore;
    // Up to the last event that was inside for certain; only kept when others happen behind it.
    bool isKept = false;
    std::uint64_t peakPosition = 0;
    std::uint64_t end = 0; // position
    std::vector<Stat> stats;
};

// The scopes that one thread is inside of, outermost first. The first gauge of the replay is allocated
// memory.
class ScopeVisits {
public:
    explicit ScopeVisits(StatReplay& replay)
        : m_replay(replay)
    { }

    std::size_t count() const { return m_count; }
    const ScopeVisit& operator[](std::size_t place) const { return m_visits[place]; }

    void open(std::uint32_t node, const ByteFlow& flow);
    // Other threads' events follow: should a visit turn out to be over, then this was its end.
    void keepEnds();
    // The first `depth` go on.
    void goOn(std::size_t depth);
    // Those behind the first `depth` are over: they ended where keepEnds() was called, or just now.
    void close(std::size_t depth, const ByteFlow& flow, ScopeTally& tally);
    // One of them, wherever it stands.
    void closeOne(std::size_t place, const ByteFlow& flow, ScopeTally& tally);

private:
    void measure(ScopeVisit& visit) const;
    void tell(ScopeVisit& visit, const ByteFlow& flow, ScopeTally& tally);

    StatReplay& m_replay;
    std::vector<ScopeVisit> m_visits; // the memory of those behind m_count is used again
    std::size_t m_count = 0;
    ScopeFigures m_figures; // while one is told
};

} // namespace tidemark
