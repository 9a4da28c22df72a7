// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/parallel/device_team.h"

#include "core/torch/parallel/gradient_average.h"
#include "core/torch/run_stopped.h"

#include <c10/util/Exception.h>
#include <fmt/format.h>
#include <pthread.h>
#include <system_error>
#include <thread>
#include <utility>

namespace tidemark {

namespace {

std::string firstLine(std::string_view text)
{
    return std::string(text.substr(0, text.find('\n')));
}

} // namespace

DeviceTeam::DeviceTeam(std::vector<std::string> devices, Parallel parallel)
    : m_devices(std::move(devices))
    , m_parallel(parallel)
    , m_meetings(m_devices.size())
    , m_parameters(m_devices.size())
{ }

std::string DeviceTeam::run(const std::function<void(Member&)>& work)
{
    std::vector<Member> members;
    for (std::size_t place = 0; place < m_devices.size(); ++place)
        members.emplace_back(*this, place);
    if (members.size() == 1) {
        runMember(members.front(), work);
        return m_failure;
    }
    std::vector<std::thread> threads;
    try {
        for (Member& member : members)
            threads.emplace_back([&, this] {
                pthread_setname_np(pthread_self(), m_devices[member.place()].substr(0, 15).c_str());
                runMember(member, work);
            });
    } catch (const std::system_error& error) {
        noteFailure(threads.size(), error.code().message());
    }
    for (std::thread& thread : threads)
        thread.join();
    return m_failure;
}

void DeviceTeam::runMember(Member& member, const std::function<void(Member&)>& work)
{
    try {
        work(member);
        return;
    } catch (const RunStopped&) {
        // Asked for: it ends as well as after its last step.
    } catch (const MeetingBroken&) {
        // Another one tells why.
    } catch (const c10::Error& error) {
        noteFailure(member.place(), firstLine(error.what_without_backtrace()));
    } catch (const std::exception& error) {
        noteFailure(member.place(), firstLine(error.what()));
    }
    m_meetings.breakUp();
}

void DeviceTeam::noteFailure(std::size_t place, const std::string& text)
{
    m_meetings.breakUp();
    const std::lock_guard lock(m_mutex);
    if (m_failure.empty())
        m_failure = m_devices.size() == 1 ? text : fmt::format("{}: {}", m_devices[place], text);
}

void DeviceTeam::Member::averageGradients(const std::vector<torch::Tensor>& parameters)
{
    if (!averagesGradients())
        return;
    m_team.m_parameters[m_place] = parameters;
    meet([] {});
    // By the first device's own thread, whose memory it uses.
    if (m_place == 0)
        tidemark::averageGradients(m_team.m_parameters);
    meet([] {});
}

bool DeviceTeam::Member::averagesGradients() const
{
    return m_team.m_parallel == Parallel::Data && m_team.m_devices.size() > 1;
}

} // namespace tidemark
