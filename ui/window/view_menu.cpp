// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/view_menu.h"

#include "ui/timeline/timeline_view.h"
#include "ui/window/lower_views.h"
#include "ui/window/recording_views.h"
#include "ui/window/window_actions.h"

#include <QAction>

namespace tidemark::ui {

ViewMenu::ViewMenu(const WindowActions& actions, RecordingViews& views, QObject* parent)
    : QObject(parent)
    , m_actions(actions)
    , m_views(views)
{
    LowerViews* lower = m_views.lower();
    for (const DockedViewInfo& info : dockedViewInfos()) {
        connect(m_actions.view(info.view), &QAction::triggered, lower,
            [lower, view = info.view] { lower->focusView(view); });
        connect(m_actions.exportViews[indexOf(info.view)], &QAction::triggered, this,
            [this, view = info.view] { Q_EMIT exportWanted(view); });
    }
    connect(m_actions.exportView, &QAction::triggered, this, [this, lower] {
        if (const auto current = lower->currentView())
            Q_EMIT exportWanted(*current);
    });
    connectArrangement();
    connect(lower, &DockArea::viewsChanged, this, &ViewMenu::refresh);
    refresh();
}

void ViewMenu::connectArrangement()
{
    LowerViews* lower = m_views.lower();
    connect(m_actions.timeline, &QAction::triggered, this, [this] {
        m_views.window()->activateWindow();
        m_views.timeline()->setFocus(Qt::ShortcutFocusReason);
    });
    connect(m_actions.find, &QAction::triggered, lower, &LowerViews::startSearch);
    connect(m_actions.nextView, &QAction::triggered, lower, [lower] { lower->focusNext(1); });
    connect(m_actions.previousView, &QAction::triggered, lower, [lower] { lower->focusNext(-1); });
    connect(m_actions.resetLayout, &QAction::triggered, lower, &DockArea::resetLayout);
    const auto connectCurrent = [this, lower](QAction* action, auto doTo) {
        connect(action, &QAction::triggered, lower, [lower, doTo] {
            if (const auto current = lower->currentView())
                doTo(*lower, *current);
        });
    };
    connectCurrent(m_actions.closeView, [](LowerViews& views, DockedView view) { views.closeView(view); });
    connectCurrent(m_actions.floatView,
        [](LowerViews& views, DockedView view) { views.setFloating(view, !views.isFloating(view)); });
    connectCurrent(m_actions.besideView,
        [](LowerViews& views, DockedView view) { views.setBeside(view, !views.isBeside(view)); });
}

void ViewMenu::setShown(bool isShown)
{
    m_isShown = isShown;
    refresh();
}

void ViewMenu::refresh()
{
    LowerViews* lower = m_views.lower();
    for (const DockedViewInfo& info : dockedViewInfos()) {
        const bool can = m_isShown && lower->isMeaningful(info.view);
        m_actions.view(info.view)->setEnabled(can);
        m_actions.exportViews[indexOf(info.view)]->setEnabled(can);
    }
    for (QAction* action : {m_actions.timeline, m_actions.nextView, m_actions.previousView,
             m_actions.resetLayout, m_actions.find})
        action->setEnabled(m_isShown);
    const bool hasCurrent = m_isShown && lower->currentView().has_value();
    for (QAction* action :
        {m_actions.exportView, m_actions.closeView, m_actions.floatView, m_actions.besideView})
        action->setEnabled(hasCurrent);
}

} // namespace tidemark::ui
