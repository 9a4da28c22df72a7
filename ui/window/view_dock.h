// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/docked_view.h"

#include <QDockWidget>

class QStackedWidget;

namespace tidemark::ui {

class DockTitle;

// One view that can be moved. Qt keeps a dock behind another tab visible, outside the window: here the view
// itself is hidden while nobody can see it, as in any stack of pages, and so it rests.
class ViewDock : public QDockWidget {
    Q_OBJECT

public:
    // The page becomes the dock's, and the dock the area's.
    ViewDock(const DockedViewInfo& info, QWidget* page, QWidget* area);

    DockedView view() const { return m_view; }
    QWidget* page() const { return m_page; }

    // There when the person wants it, and when it means something.
    bool isWanted() const { return m_isWanted; }
    bool isMeaningful() const { return m_isMeaningful; }
    void setWanted(bool isWanted);
    void setMeaningful(bool isMeaningful);

    // Whether the page would be seen in a window that is shown.
    bool isSeen() const;
    void setSeen(bool isSeen);
    // Where a tab says its name and moves it, it needs no title. `isOut`: not in the window of the others.
    void dressTitle(bool isTabbed, bool isOut);

    void setArrangeable(bool isArrangeable);
    // A window that is large enough to see something in, or back to its place.
    void setOwnWindow(bool hasOwn);

    // To the first thing in it that takes the keyboard.
    void takeFocus();

Q_SIGNALS:
    void closedByHand(bool hadFocus);
    void floatClicked();
    void menuWanted(const QPoint& place); // on the screen

protected:
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void follow();

    DockedView m_view;
    QWidget* m_page;
    QWidget* m_area; // also while it is in a window of its own
    QStackedWidget* m_stack;
    DockTitle* m_title;
    bool m_isWanted = true;
    bool m_isMeaningful = true;
};

} // namespace tidemark::ui
