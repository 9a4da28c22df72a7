// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/check.h"

namespace tidemark {

// The run behind checkProgram().
class DecisionCheck {
public:
    DecisionCheck(const Device& device, Program program, const RunSettings& settings);

    void run(const Watch& watch);

    CheckResult takeResult();
    // With the steps that the check found.
    Program takeProgram();

private:
    void follow(Step step);
    void followAllocation(Step step);
    std::uint64_t behindFirstFrees(const Step& step) const;
    void followRelease(Step step);
    bool isWholeCache(const Step& step) const;
    void make(const Step& step, bool isRefused = false);

    bool isShortOfMemory(const Step& step) const;
    bool fits(const AllocatorSegment& segment, const Step& step, std::uint64_t rounded) const;
    std::uint64_t releasesAtFront(const Step& step) const;

    void compare(const Step& step);
    void compareSegmentEvents(const Step& step);
    void compareAllocation(const Step& step);
    AllocatorEvent recorded(std::uint64_t event) const;
    void count(GivenKind kind, std::uint64_t many = 1)
    {
        m_result.given[static_cast<std::size_t>(kind)] += many;
    }
    void differs(const Difference& difference);

    const Device& m_device;
    Program m_program;
    RunSettings m_settings;
    ProgramRun m_run;
    std::vector<Step> m_steps; // those of m_program, and those found
    CheckResult m_result;
};

} // namespace tidemark
