// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/time_left.h"

#include "ui/words.h"

namespace tidemark::ui {

QString TimeLeft::words(int percent, qint64 now)
{
    constexpr qint64 leastTime = 2000; // milliseconds; what is done sooner needs no words
    constexpr int leastPercent = 3;
    if (percent < 0 || percent < m_last)
        m_begin.reset();
    m_last = percent;
    if (percent < 0)
        return {};
    if (!m_begin)
        m_begin = Moment{percent, now};
    const int done = percent - m_begin->percent;
    const qint64 taken = now - m_begin->time;
    if (done < leastPercent || taken < leastTime || percent >= 100)
        return {};
    const qint64 seconds = (taken * (100 - percent) / done + 999) / 1000;
    constexpr qint64 minute = 60;
    return seconds <= 2 * minute ? tr("about %1 s left").arg(seconds)
                                 : tr("about %1 min left").arg((seconds + minute / 2) / minute);
}

} // namespace tidemark::ui
