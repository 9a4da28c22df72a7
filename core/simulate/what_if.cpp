// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/what_if.h"

#include "core/simulate/simulation_log.h"

#include <utility>

namespace tidemark {

namespace {

// The run behind simulate().
class WhatIfRun {
public:
    WhatIfRun(const Device& device, const CheckedProgram& checked, const WhatIf& whatIf)
        : m_program(checked.program)
        , m_whatIf(whatIf)
        , m_run(device, checked.program, whatIf.run)
        , m_log(device, whatIf.keep, m_result)
    { }

    Simulation run(const Watch& watch)
    {
        constexpr std::size_t stepsBetweenLooks = 16384;
        std::uint64_t told = 0;
        for (std::size_t i = 0; i < m_program.steps.size() && m_result.isComplete; ++i) {
            const Step& step = m_program.steps[i];
            if (i % stepsBetweenLooks == 0) {
                m_result.isComplete = !watch.stop.stop_requested();
                if (watch.progress)
                    watch.progress->done += step.firstEvent - std::exchange(told, step.firstEvent);
            }
            emptyCacheUpTo(step.firstEvent);
            follow(step);
        }
        if (m_result.isComplete) {
            emptyCacheUpTo(m_program.eventCount);
            m_log.fill(m_program.eventCount);
            if (watch.progress)
                watch.progress->done += m_program.eventCount - told;
        }
        m_result.figures = figuresOf(m_run.allocator().stats());
        return std::move(m_result);
    }

private:
    void emptyCacheUpTo(std::uint64_t position)
    {
        const auto& moments = m_whatIf.emptyCacheAt;
        for (; m_nextEmptyCache < moments.size() && moments[m_nextEmptyCache] <= position;
             ++m_nextEmptyCache) {
            m_run.reach(moments[m_nextEmptyCache]);
            m_run.emptyCache();
            const std::size_t at = moments[m_nextEmptyCache];
            m_log.add(m_run.emitted(), at > 0 ? at - 1 : 0, 1);
            m_run.clear();
        }
    }

    void follow(const Step& step)
    {
        m_run.reach(step.endEvent());
        if (m_whatIf.usesRecordedAddresses)
            m_run.useRecordedAddresses(step);
        m_run.make(step);
        m_log.add(m_run.emitted(), step.firstEvent, step.eventCount);
        m_run.clear();
        if (step.kind == StepKind::Alloc || step.kind == StepKind::Oom)
            countFailure(step);
    }

    void countFailure(const Step& step)
    {
        constexpr std::size_t most = 1000;
        const bool wasRefused = step.kind == StepKind::Oom;
        m_result.recordedOoms += wasRefused ? 1 : 0;
        if (!m_run.failure())
            m_result.servedOoms += wasRefused ? 1 : 0;
        else if (m_result.ooms.size() < most)
            m_result.ooms.push_back({step.lastEvent(), *m_run.failure()});
    }

    const Program& m_program;
    const WhatIf& m_whatIf;
    Simulation m_result;
    ProgramRun m_run;
    SimulationLog m_log;
    std::size_t m_nextEmptyCache = 0;
};

} // namespace

std::size_t Simulation::positionOf(std::size_t recordedPosition) const
{
    return origins.partitionPoint(
        0, origins.size(), [&](std::uint64_t origin) { return origin < recordedPosition; });
}

Simulation simulate(
    const Device& device, const CheckedProgram& checked, const WhatIf& whatIf, const Watch& watch)
{
    return WhatIfRun(device, checked, whatIf).run(watch);
}

} // namespace tidemark
