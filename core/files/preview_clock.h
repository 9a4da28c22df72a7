// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace tidemark {

// Says when it is time for another preview: a few times a second, the first soon after the beginning, while
// there are so few events that they are followed long before the rest is read.
class PreviewClock {
public:
    bool isDue()
    {
        const Clock::time_point now = Clock::now();
        if (now < m_next)
            return false;
        m_next = now + interval;
        return true;
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds first{30};
    static constexpr std::chrono::milliseconds interval{200};

    Clock::time_point m_next = Clock::now() + first;
};

} // namespace tidemark
