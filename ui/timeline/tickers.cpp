// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/tickers.h"

#include "ui/timeline/tick_labels.h"

namespace tidemark::ui {

double ByteTicker::getTickStep(const QCPRange& range)
{
    m_step = byteTickStep(range.size(), mTickCount, m_units);
    m_highest = range.upper;
    return m_step;
}

int ByteTicker::getSubTickCount(double)
{
    return 0;
}

QString ByteTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return byteTickLabel(tick, m_step, m_highest, m_units);
}

double EventTicker::getTickStep(const QCPRange& range)
{
    return eventTickStep(range.size(), mTickCount);
}

int EventTicker::getSubTickCount(double step)
{
    return step < 2 ? 0 : decimalSubTicks(step);
}

QString EventTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return eventTickLabel(tick);
}

double TimeTicker::getTickStep(const QCPRange& range)
{
    m_step = timeTickStep(range.size(), mTickCount);
    m_latest = range.upper;
    return m_step;
}

int TimeTicker::getSubTickCount(double)
{
    return 0;
}

QString TimeTicker::getTickLabel(double tick, const QLocale&, QChar, int)
{
    return timeTickLabel(tick, m_step, m_latest);
}

} // namespace tidemark::ui
