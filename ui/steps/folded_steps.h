// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/steps/drift_finder.h"

#include <QWidget>

namespace tidemark::ui {

class ViewState;

// Allocated memory in each training step, all steps over each other: from the step's first event at the left
// to its last one at the right. Earlier steps are paler; what drifts fans out. A click moves the cursor to
// that place of the last step.
class FoldedSteps : public QWidget {
    Q_OBJECT

public:
    // `state` must outlive the widget.
    explicit FoldedSteps(ViewState& state, QWidget* parent = nullptr);

    void setDrift(std::shared_ptr<const FoundDrift> drift); // null: none
    std::size_t drawnSteps() const { return m_drawn.size(); }

    QSize sizeHint() const override { return {640, 260}; }
    QSize minimumSizeHint() const override { return {240, 120}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    QRect plotRect() const;
    double heightOf(double bytes, const QRect& plot) const;
    void paintScale(QPainter& painter, const QRect& plot) const;
    void paintStep(QPainter& painter, const QRect& plot, const StepLevels& step, const QColor& colour,
        double width) const;

    ViewState& m_state;
    std::shared_ptr<const FoundDrift> m_drift;
    std::vector<std::size_t> m_drawn; // places of steps, the oldest first
    std::int64_t m_highest = 0; // bytes, of all steps
};

} // namespace tidemark::ui
