// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_view.h"

#include "ui/timeline/timeline_plot.h"

#include <QVBoxLayout>

namespace tidemark::ui {

TimelineView::TimelineView(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_plot(new TimelinePlot(state, this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    setFocusProxy(m_plot);
}

void TimelineView::setDriverShown(bool isShown)
{
    DriverChoice choice = m_plot->driver();
    choice.isShown = isShown;
    m_plot->setDriver(choice);
}

void TimelineView::setCapacityShown(bool isShown)
{
    DriverChoice choice = m_plot->driver();
    choice.showsCapacity = isShown;
    m_plot->setDriver(choice);
}

int TimelineView::plotLeft() const
{
    return qRound(m_plot->scene().rows.plot.left());
}

int TimelineView::plotRight() const
{
    return qRound(m_plot->scene().rows.plot.right());
}

std::vector<std::pair<QString, QString>> TimelineView::controls()
{
    return {
        {tr("Click"), tr("Put the cursor here")},
        {tr("Drag"), tr("Move the visible range")},
        {tr("Shift + drag, or right drag"), tr("Show just this range")},
        {tr("Wheel"), tr("Zoom at the mouse; with Shift, move sideways")},
        {tr("Double click, F"), tr("Show everything")},
        {tr("Left, Right"), tr("Cursor by one event; with Shift by 10, with Ctrl by 100")},
        {tr(", and ."), tr("Previous and next event")},
        {tr("Home, End"), tr("Cursor to the beginning, or to the newest event")},
        {tr("L"), tr("Follow the newest event, or stop following")},
        {tr("W, S, +, \u2212, Up, Down"), tr("Zoom in and out")},
        {tr("A, D"), tr("Move the visible range")},
    };
}

} // namespace tidemark::ui
