// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/recording_views.h"

#include "ui/details/details_pane.h"
#include "ui/groups/group_follower.h"
#include "ui/groups/group_legend.h"
#include "ui/timeline/sampled_curves.h"
#include "ui/timeline/timeline_view.h"
#include "ui/view_state.h"
#include "ui/window/lower_views.h"

#include <QKeyEvent>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace tidemark::ui {

RecordingViews::RecordingViews(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_timeline(new TimelineView(state, this))
    , m_sampled(new SampledCurves(state, this))
    , m_lower(new LowerViews(*state, this))
    , m_details(new DetailsPane(*state, this))
    , m_upper(new QStackedWidget(this))
{
    m_timeline->setObjectName(QStringLiteral("timeline"));
    m_details->setObjectName(QStringLiteral("details"));
    m_sampled->setObjectName(QStringLiteral("sampledCurves"));
    m_upper->addWidget(m_timeline);
    m_upper->addWidget(m_sampled);
    setFocusProxy(m_timeline);
    new GroupFollower(*state, this);
    auto* upper = new QWidget(this);
    upper->setFocusProxy(m_timeline);
    auto* upperColumn = new QVBoxLayout(upper);
    upperColumn->setContentsMargins(0, 0, 0, 0);
    upperColumn->setSpacing(0);
    upperColumn->addWidget(new GroupLegend(*state, upper));
    upperColumn->addWidget(m_upper, 1);
    m_lower->setCentralWidget(upper);
    m_lower->addView(dockedViewInfos()[indexOf(DockedView::Details)], m_details, DockArea::Side::Right);
    m_lower->finishLayout();
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->addWidget(m_lower);
    connect(state, &ViewState::recordingChanged, this, &RecordingViews::chooseViews);
    connect(state, &ViewState::deviceChanged, this, &RecordingViews::chooseViews);
}

// Only what a device can show: sampled curves know no blocks.
void RecordingViews::chooseViews()
{
    const bool hasDevice = m_state->hasDevice();
    const bool isSampled = hasDevice && m_state->device().events.empty() && !m_state->device().curves.empty();
    const bool hasBlocks = !isSampled || m_state->device().after;
    m_upper->setCurrentWidget(isSampled ? static_cast<QWidget*>(m_sampled) : m_timeline);
    m_lower->setMeaningful(DockedView::Details, hasBlocks);
    m_lower->setNoMap(hasBlocks
            ? QString()
            : tr("No map: this file holds curves that were sampled, not the allocator's segments and "
                 "blocks.\nA memory snapshot has both: torch.cuda.memory._dump_snapshot()."));
}

// What no view had a use for.
void RecordingViews::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !m_state->filter().isAll())
        m_state->setFilter({});
    else if (event->matches(QKeySequence::Find)) // a window has it as an action, these views have none
        m_lower->startSearch();
    else
        QWidget::keyPressEvent(event);
}

FragmentationMap* RecordingViews::map() const
{
    return m_lower->map();
}

} // namespace tidemark::ui
