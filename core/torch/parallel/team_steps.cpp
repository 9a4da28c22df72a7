// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/parallel/team_steps.h"

#include <numeric>
#include <utility>

namespace tidemark {

TeamSteps::TeamSteps(RunControl& control, std::size_t members, std::int64_t steps, Begin begin)
    : m_control(control)
    , m_begin(begin ? std::move(begin) : [&control] { return control.beginStep(); })
    , m_steps(steps)
    , m_losses(members)
{ }

void TeamSteps::run(DeviceTeam::Member& member, const Step& step, const StepEnd& onEnd)
{
    for (std::int64_t number = 1; m_steps == 0 || number <= m_steps; ++number) {
        member.meet([&] { m_goesOn = m_begin(); });
        if (!m_goesOn)
            return;
        m_losses[member.place()] = step(number);
        member.meet([&] { endStep(number, onEnd); });
    }
}

void TeamSteps::endStep(std::int64_t number, const StepEnd& onEnd)
{
    const double sum = std::accumulate(m_losses.begin(), m_losses.end(), 0.0);
    onEnd(number, sum / static_cast<double>(m_losses.size()));
    m_control.endStep();
}

} // namespace tidemark
