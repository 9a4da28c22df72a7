// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace tidemark {

// Lines about the steps of a training: of a short one each is said, of a longer one at most one a second, and
// always the last, however the training ends.
class StepLines {
public:
    using Clock = std::chrono::steady_clock;

    // 0 steps: until stopped.
    StepLines(std::int64_t steps, std::function<void(const std::string&)> say)
        : m_saysAll(steps > 0 && steps <= mostSaidAll)
        , m_say(std::move(say))
    { }

    void add(std::string line, Clock::time_point now = Clock::now())
    {
        m_newest = std::move(line);
        if (m_saysAll || !m_hasSaid || now - m_last >= std::chrono::seconds(1))
            sayNewest(now);
    }

    // The training has ended: says its last step, if it has not been said.
    void finish(Clock::time_point now = Clock::now())
    {
        if (!m_newest.empty())
            sayNewest(now);
    }

private:
    static constexpr std::int64_t mostSaidAll = 10;

    void sayNewest(Clock::time_point now)
    {
        m_hasSaid = true;
        m_last = now;
        m_say(m_newest);
        m_newest.clear();
    }

    bool m_saysAll = false;
    bool m_hasSaid = false;
    Clock::time_point m_last;
    std::string m_newest; // not said yet
    std::function<void(const std::string&)> m_say;
};

} // namespace tidemark
