// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/docked_view.h"

#include <QObject>

namespace tidemark::ui {

class RecordingViews;
struct WindowActions;

// What the menus and keys do with the views: show, move, close and search them, and ask for pictures of them.
class ViewMenu : public QObject {
    Q_OBJECT

public:
    // Both must outlive the menu.
    ViewMenu(const WindowActions& actions, RecordingViews& views, QObject* parent);

    // Whether there are views to do anything with; else the start page is shown.
    void setShown(bool isShown);

Q_SIGNALS:
    void exportWanted(tidemark::ui::DockedView view);

private:
    void connectArrangement();
    void refresh();

    const WindowActions& m_actions;
    RecordingViews& m_views;
    bool m_isShown = false;
};

} // namespace tidemark::ui
