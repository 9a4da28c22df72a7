// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/docked_view.h"

#include <QMainWindow>
#include <QPointer>
#include <QTimer>
#include <optional>
#include <vector>

class QTabBar;

namespace tidemark::ui {

class ViewDock;

// Views around one that stays: each can be moved beside another, behind another's tab or into a window of its
// own, closed, and had back. Where they are can be kept as bytes. A view that nobody can see is hidden.
class DockArea : public QMainWindow {
    Q_OBJECT

public:
    explicit DockArea(QWidget* parent = nullptr);
    ~DockArea() override;

    // Below what stays, behind the tabs of those that were added there before, or at its right.
    enum class Side { Below, Right };
    void addView(const DockedViewInfo& info, QWidget* page, Side side);
    // Once all are there: what resetLayout() comes back to. The first view is the one to be seen.
    void finishLayout();

    // Without what moves and closes the views: for pictures, where nobody presses anything.
    void setArrangeable(bool isArrangeable);

    ViewDock* dock(DockedView view) const;
    bool isMeaningful(DockedView view) const;
    // Views that mean nothing now are away, wherever they were. Their places are kept.
    void setMeaningful(DockedView view, bool isMeaningful);
    bool isSeen(DockedView view) const;

    void showView(DockedView view); // in front, the keyboard stays where it is
    void closeView(DockedView view);
    void setFloating(DockedView view, bool isFloating);
    void setBeside(DockedView view, bool isBeside); // the others below, or behind their tabs
    bool isBeside(DockedView view) const;
    bool isFloating(DockedView view) const;

    // The one that was used last, of those that are seen; none where all are closed.
    std::optional<DockedView> currentView() const;
    bool isOpen(DockedView view) const;
    void focusView(DockedView view); // shows it and gives it the keyboard
    void focusNext(int step); // 1 or -1, in the order of the tabs; what stays is one of them

    // Where everything is. What cannot be understood gives the first layout.
    QByteArray saveLayout() const;
    void restoreLayout(const QByteArray& layout);
    static bool isLayout(const QByteArray& layout); // that can be understood
    void resetLayout();

Q_SIGNALS:
    void viewsChanged(); // which are open, seen or current

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void settle();
    void settleSoon();
    void dress(QTabBar& bar);
    std::vector<QTabBar*> tabBars() const;
    QTabBar* tabBarOf(const ViewDock& dock) const;
    ViewDock* dockOfTab(const QTabBar& bar, int tab) const;
    ViewDock* neighbourOf(const ViewDock& dock) const;
    void shareRow(ViewDock& dock);
    void setCurrent(const QWidget* inside);
    void showMenu(ViewDock& dock, const QPoint& place);
    QByteArray bytesOfLayout() const;
    bool takeLayout(const QByteArray& layout);
    void beginLayout();
    void dissolveGroups();
    void hideWindows();
    void showWindows();
    void keepShares();
    void applyShares();

    std::vector<ViewDock*> m_docks; // in the order in which they were added
    std::optional<DockedView> m_current;
    std::optional<DockedView> m_front; // shown before the layout was there
    QByteArray m_first; // layout
    QByteArray m_coming; // layout, until there is room for it
    QByteArray m_left; // layout, while the area is hidden
    std::vector<QPointer<QWidget>> m_windows; // hidden with the area
    double m_share = 0.42; // of the height, for what is below
    bool m_wasShown = false;
    bool m_isSettling = false;
    QTimer m_soon;
};

} // namespace tidemark::ui
