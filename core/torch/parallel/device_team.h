// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/torch/parallel/meeting_point.h"
#include "core/torch/parallel/parallel_kind.h"

#include <string>
#include <torch/types.h>
#include <vector>

namespace tidemark {

// The copies of one workload, one for each device, each on a thread of its own. A team of one works on the
// thread that runs it, and waits for nobody.
class DeviceTeam {
public:
    class Member;

    // `devices` are their names, for threads and failures.
    DeviceTeam(std::vector<std::string> devices, Parallel parallel);

    // Does `work` for every member and returns when all of them have ended. One that throws ends the others
    // at their next meeting, or when they would draw a turn. What was thrown first, and is neither
    // RunStopped nor MeetingBroken, is told as text; of a team of several it begins with the device's name.
    // Once only.
    std::string run(const std::function<void(Member&)>& work); // empty: nothing failed

private:
    void runMember(Member& member, const std::function<void(Member&)>& work);
    void noteFailure(std::size_t place, const std::string& text);

    const std::vector<std::string> m_devices;
    const Parallel m_parallel;
    MeetingPoint m_meetings;
    std::vector<std::vector<torch::Tensor>> m_parameters; // by member, while gradients are averaged
    std::mutex m_mutex; // for what follows
    std::string m_failure;
};

// One of them, as its own thread sees it.
class DeviceTeam::Member {
public:
    Member(DeviceTeam& team, std::size_t place)
        : m_team(team)
        , m_place(place)
    { }

    std::size_t place() const { return m_place; } // from 0, by device
    // See MeetingPoint. All members must make these calls, and averageGradients(), in the same order.
    void meet(const std::function<void()>& work) { m_team.m_meetings.meet(work); }
    void inTurn(const std::function<void()>& work) { m_team.m_meetings.inTurn(m_place, work); }

    // With Parallel::Data and several members: waits for the others, then every member's gradients are their
    // mean. `parameters` are this member's, the same ones in the same order for each.
    void averageGradients(const std::vector<torch::Tensor>& parameters);
    bool averagesGradients() const;

private:
    DeviceTeam& m_team;
    const std::size_t m_place;
};

} // namespace tidemark
