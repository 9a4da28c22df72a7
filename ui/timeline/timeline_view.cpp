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

int TimelineView::plotLeft() const
{
    return qRound(m_plot->scene().rows.plot.left());
}

int TimelineView::plotRight() const
{
    return qRound(m_plot->scene().rows.plot.right());
}

} // namespace tidemark::ui
