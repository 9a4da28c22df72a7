// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <utility>
#include <vector>

namespace tidemark::ui {

class TimelinePlot;
class ViewState;

// Allocated, active and reserved over events or time; with an overview, the bands of annotations, marks and
// segment events above, a cursor, and a readout under the mouse. Reads and changes only the view state.
class TimelineView : public QWidget {
    Q_OBJECT

public:
    // `state` must outlive the view.
    explicit TimelineView(ViewState* state, QWidget* parent = nullptr);

    QSize sizeHint() const override { return {1000, 420}; }
    QSize minimumSizeHint() const override { return {280, 140}; }

    // The driver's curves, where a recording has them; shown at first.
    void setDriverShown(bool isShown);
    // The vertical axis reaches up to the device's capacity, where it is known.
    void setCapacityShown(bool isShown);

    // The pixels from the view's left border between which the curves lie, for views that align with them.
    int plotLeft() const;
    int plotRight() const;

    // Keys and mouse, and what they do: for a page of help.
    static std::vector<std::pair<QString, QString>> controls();

private:
    TimelinePlot* m_plot;
};

} // namespace tidemark::ui
