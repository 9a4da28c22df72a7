// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"
#include "ui/theme.h"

#include <qcustomplot.h>

namespace tidemark::ui {

class ViewState;

// The curves of a device that a file gives as they are, without events: lines over time with a legend, and
// under the mouse every curve's value.
class SampledCurves : public QCustomPlot {
    Q_OBJECT

public:
    // `state` must outlive the view.
    explicit SampledCurves(ViewState* state, QWidget* parent = nullptr);

    // What is read at a moment, in microseconds since the first sample.
    QString readoutAt(double microseconds) const;

    QSize sizeHint() const override { return {1000, 420}; }
    QSize minimumSizeHint() const override { return {280, 140}; }

protected:
    void changeEvent(QEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    void setUp();
    void rebuild();
    void addCurve(const SampledCurve& curve);
    void fit();
    void keepInside(const QCPRange& range);
    void applyTheme();
    void placeReadout(std::optional<double> microseconds);

    ViewState* m_state;
    Theme m_theme;
    QCPItemStraightLine* m_line = nullptr;
    QCPItemText* m_readout = nullptr;
    std::int64_t m_start = 0; // time of the first sample
    double m_end = 1; // microseconds since then
    double m_highest = 1; // bytes
};

} // namespace tidemark::ui
