// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/pool_hints.h"
#include "core/simulate/program.h"

#include <boost/unordered/unordered_flat_map.hpp>
#include <map>

namespace tidemark {

// Takes a program out of a trace, event by event: programOf().
class ProgramBuilder {
public:
    explicit ProgramBuilder(const Device& device);

    Program take();

private:
    // Memory events and late frees since the last call: they belong to the call that comes.
    struct Group {
        std::uint64_t first = 0;
        std::uint64_t count = 0;
        std::uint64_t behindLastRelease = 0; // the event behind its last segment_free or segment_unmap
        bool hasRelease = false;
        bool bringsFirst = false; // new memory came before memory went
        bool hasBirth = false;
    };

    void takeInitial();
    void add(std::uint64_t number, Action action);
    void collect(std::uint64_t number, Action action);
    void alloc(std::uint64_t number, StepKind kind);
    void freeRequested(std::uint64_t number);
    void freeCompleted(std::uint64_t number);
    // The group belongs to no allocation.
    void closeGroup();
    void splitEmptyCache();
    void followSegments(std::uint64_t number, Action action);
    PoolSlot poolAt(std::uint64_t number) const;
    Step& push(StepKind kind, std::uint64_t first, std::uint64_t count);

    const Device& m_device;
    PoolHints m_hints;
    bool m_hasPools = false;
    Program m_program;
    Group m_group;
    std::uint64_t m_skipped = 0; // events up to here have been taken already
    boost::unordered_flat_map<std::uint64_t, std::uint32_t> m_live; // allocation by address
    boost::unordered_flat_map<std::uint64_t, std::uint32_t> m_pending; // freed, has not come back
    std::map<std::uint64_t, PoolSlot> m_poolBySegment; // only with private pools
};

} // namespace tidemark
