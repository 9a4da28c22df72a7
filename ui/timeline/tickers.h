// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytes.h"

#include <qcustomplot.h>

namespace tidemark::ui {

// The tick functions of tick_labels.h as QCustomPlot wants them. One instance per axis: it remembers the
// range it was last asked about.

class ByteTicker : public QCPAxisTicker {
public:
    explicit ByteTicker(ByteUnits units)
        : m_units(units)
    { }

protected:
    double getTickStep(const QCPRange& range) override;
    int getSubTickCount(double step) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;

private:
    ByteUnits m_units;
    double m_step = 1;
    double m_highest = 1;
};

class EventTicker : public QCPAxisTicker {
protected:
    double getTickStep(const QCPRange& range) override;
    int getSubTickCount(double step) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;
};

class TimeTicker : public QCPAxisTicker {
protected:
    double getTickStep(const QCPRange& range) override;
    int getSubTickCount(double step) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar formatChar, int precision) override;

private:
    double m_step = 1;
    double m_latest = 1;
};

} // namespace tidemark::ui
