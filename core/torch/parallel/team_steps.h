// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/run_control.h"
#include "core/torch/parallel/device_team.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace tidemark {

// The training steps of a team, which its members begin and end together: a pause, a single step or a stop
// means all of them.
class TeamSteps {
public:
    // `steps`: 0 goes on until stopped. `control` must outlive this. `begin` stands for its beginStep(), and
    // is called while every member waits.
    using Begin = std::function<bool()>;
    TeamSteps(RunControl& control, std::size_t members, std::int64_t steps, Begin begin = {});

    // Each member calls it, on its own thread. `step` does one step, counted from 1, and gives its loss;
    // `onEnd` is called once for each step, with the mean of all losses, while every member waits.
    using Step = std::function<double(std::int64_t number)>;
    using StepEnd = std::function<void(std::int64_t number, double loss)>;
    void run(DeviceTeam::Member& member, const Step& step, const StepEnd& onEnd);

private:
    void endStep(std::int64_t number, const StepEnd& onEnd);

    RunControl& m_control;
    const Begin m_begin;
    const std::int64_t m_steps;
    std::vector<double> m_losses; // of the present step, by member
    bool m_goesOn = false; // there is another step; changed while every member waits
};

} // namespace tidemark
