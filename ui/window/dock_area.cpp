// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dock_area.h"

#include "ui/window/view_dock.h"

#include <QApplication>
#include <QHelpEvent>
#include <QLayout>
#include <QMenu>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QTabBar>
#include <QToolTip>
#include <algorithm>

namespace tidemark::ui {

DockArea::DockArea(QWidget* parent)
    : QMainWindow(parent)
{
    setWindowFlags(Qt::Widget);
    setObjectName(QStringLiteral("dockArea"));
    // Not animated: a view is where it goes at once, and so is its picture.
    setDockOptions(AllowNestedDocks | AllowTabbedDocks | GroupedDragging);
    setDocumentMode(true);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    setContextMenuPolicy(Qt::NoContextMenu);
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &DockArea::settle);
    connect(qApp, &QApplication::focusChanged, this,
        [this](const QWidget*, const QWidget* now) { setCurrent(now); });
}

// Views and tabs speak while they go, and by then there is nobody to listen.
DockArea::~DockArea()
{
    qApp->disconnect(this);
    for (ViewDock* each : m_docks)
        each->disconnect(this);
    for (QTabBar* bar : tabBars())
        bar->disconnect(this);
}

void DockArea::addView(const DockedViewInfo& info, QWidget* page, Side side)
{
    auto* added = new ViewDock(info, page, this);
    ViewDock* home = side == Side::Below && !m_docks.empty() ? m_docks.front() : nullptr;
    if (home != nullptr)
        tabifyDockWidget(home, added);
    else
        addDockWidget(side == Side::Below ? Qt::BottomDockWidgetArea : Qt::RightDockWidgetArea, added);
    m_docks.push_back(added);
    connect(added, &QDockWidget::visibilityChanged, this, &DockArea::settleSoon);
    connect(added, &QDockWidget::topLevelChanged, this, &DockArea::settleSoon);
    connect(added, &QDockWidget::dockLocationChanged, this, &DockArea::settleSoon);
    connect(added, &ViewDock::floatClicked, this,
        [this, view = info.view] { setFloating(view, !isFloating(view)); });
    connect(added, &ViewDock::menuWanted, this, [this, added](const QPoint& at) { showMenu(*added, at); });
    connect(added, &ViewDock::closedByHand, this, [this](bool hadFocus) {
        layout()->activate();
        settle();
        if (hadFocus && centralWidget() != nullptr)
            centralWidget()->setFocus();
    });
}

void DockArea::finishLayout()
{
    showView(m_docks.front()->view());
    m_front.reset();
    m_first = bytesOfLayout();
}

void DockArea::setArrangeable(bool isArrangeable)
{
    for (ViewDock* each : m_docks)
        each->setArrangeable(isArrangeable);
}

ViewDock* DockArea::dock(DockedView view) const
{
    const auto is = [view](const ViewDock* each) { return each->view() == view; };
    const auto found = std::find_if(m_docks.begin(), m_docks.end(), is);
    return found == m_docks.end() ? nullptr : *found;
}

bool DockArea::isMeaningful(DockedView view) const
{
    return dock(view)->isMeaningful();
}

void DockArea::setMeaningful(DockedView view, bool isMeaningful)
{
    ViewDock* changed = dock(view);
    if (changed->isMeaningful() == isMeaningful)
        return;
    // Its neighbour would come to the front, to be left at once.
    if (!isMeaningful && changed->isSeen() && tabBarOf(*m_docks.front()) != nullptr)
        showView(m_docks.front()->view());
    changed->setMeaningful(isMeaningful);
    layout()->activate();
    settle();
}

bool DockArea::isSeen(DockedView view) const
{
    return dock(view)->isSeen();
}

bool DockArea::isOpen(DockedView view) const
{
    return dock(view)->isWanted() && dock(view)->isMeaningful();
}

void DockArea::showView(DockedView view)
{
    ViewDock* shown = dock(view);
    if (!shown->isMeaningful())
        return;
    shown->setWanted(true);
    layout()->activate();
    if (QTabBar* bar = tabBarOf(*shown)) {
        for (int tab = 0; tab < bar->count(); ++tab)
            if (dockOfTab(*bar, tab) == shown)
                bar->setCurrentIndex(tab);
    }
    if (shown->window() != window())
        shown->window()->raise();
    m_current = view;
    if (!m_wasShown)
        m_front = view;
    settle();
}

void DockArea::closeView(DockedView view)
{
    dock(view)->close();
}

void DockArea::setFloating(DockedView view, bool isFloating)
{
    ViewDock* moved = dock(view);
    if (!isFloating && !moved->isWindow()) // one of several in a window
        return setBeside(view, false);
    moved->setOwnWindow(isFloating);
    showView(view);
}

// Beside means in the same row as the others, with a title of its own.
void DockArea::setBeside(DockedView view, bool isBeside)
{
    ViewDock* moved = dock(view);
    ViewDock* neighbour = neighbourOf(*moved);
    if (neighbour == nullptr)
        return;
    if (moved->isFloating())
        moved->setFloating(false);
    if (isBeside) {
        addDockWidget(dockWidgetArea(neighbour), moved, Qt::Horizontal);
        layout()->activate();
        shareRow(*moved);
    } else {
        tabifyDockWidget(neighbour, moved);
    }
    showView(view);
}

// All in the row of this one get the same width.
void DockArea::shareRow(ViewDock& dock)
{
    QList<QDockWidget*> row;
    int width = 0;
    for (ViewDock* each : m_docks) {
        const QRect place = each->geometry();
        if (each->isHidden() || each->isWindow() || place.right() < 0
            || dockWidgetArea(each) != dockWidgetArea(&dock))
            continue;
        row << each;
        width += place.width();
    }
    if (row.isEmpty())
        return;
    resizeDocks(row, QList<int>(row.size(), width / static_cast<int>(row.size())), Qt::Horizontal);
    layout()->activate();
}

bool DockArea::isBeside(DockedView view) const
{
    const ViewDock* asked = dock(view);
    return !asked->isWindow() && tabBarOf(*asked) == nullptr;
}

bool DockArea::isFloating(DockedView view) const
{
    return dock(view)->window() != window();
}

std::optional<DockedView> DockArea::currentView() const
{
    if (m_current && dock(*m_current)->isSeen())
        return m_current;
    const auto isSeen = [](const ViewDock* each) { return each->isSeen(); };
    const auto found = std::find_if(m_docks.begin(), m_docks.end(), isSeen);
    return found == m_docks.end() ? std::nullopt : std::optional((*found)->view());
}

void DockArea::focusView(DockedView view)
{
    showView(view);
    if (!isOpen(view))
        return;
    if (!dock(view)->window()->isActiveWindow())
        dock(view)->window()->activateWindow();
    dock(view)->takeFocus();
}

void DockArea::focusNext(int step)
{
    std::vector<const ViewDock*> stops = {nullptr}; // what stays
    for (const ViewDock* each : m_docks)
        if (isOpen(each->view()))
            stops.push_back(each);
    const QWidget* focus = QApplication::focusWidget();
    const auto hasFocus = [focus](const ViewDock* each) { return each && each->isAncestorOf(focus); };
    const auto now = std::find_if(stops.begin(), stops.end(), hasFocus);
    const auto count = static_cast<std::ptrdiff_t>(stops.size());
    const std::ptrdiff_t place = now == stops.end() ? 0 : now - stops.begin();
    const ViewDock* next = stops[static_cast<std::size_t>((place + step + count) % count)];
    if (next != nullptr)
        return focusView(next->view());
    window()->activateWindow();
    if (centralWidget() != nullptr)
        centralWidget()->setFocus(Qt::ShortcutFocusReason);
}

void DockArea::settleSoon()
{
    m_soon.start();
}

// First those that nobody sees any more: what they computed with is free for the others.
void DockArea::settle()
{
    if (m_isSettling || m_docks.empty())
        return;
    const QScopedValueRollback settling(m_isSettling, true);
    for (QTabBar* bar : tabBars())
        dress(*bar);
    std::vector<ViewDock*> seen;
    for (ViewDock* each : m_docks) {
        const QTabBar* bar = tabBarOf(*each);
        each->dressTitle(bar != nullptr && bar->parentWidget() == this, isFloating(each->view()));
        if (!each->isHidden() && (bar == nullptr || dockOfTab(*bar, bar->currentIndex()) == each))
            seen.push_back(each);
        else
            each->setSeen(false);
    }
    for (ViewDock* each : seen)
        each->setSeen(true);
    Q_EMIT viewsChanged();
}

// Of Qt's own making: they come and go with the views behind them.
std::vector<QTabBar*> DockArea::tabBars() const
{
    std::vector<QTabBar*> result;
    const auto addFrom = [&result](const QObject& parent) {
        for (QTabBar* bar : parent.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly))
            result.push_back(bar);
    };
    addFrom(*this);
    for (const QObject* child : children())
        if (child->inherits("QDockWidgetGroupWindow")) // several in a window of their own
            addFrom(*child);
    return result;
}

void DockArea::dress(QTabBar& bar)
{
    // Only what Qt has set anew: each of these lays the bar out, and that brings us here again.
    if (bar.drawBase())
        bar.setDrawBase(false);
    if (bar.elideMode() != Qt::ElideNone)
        bar.setElideMode(Qt::ElideNone);
    if (!bar.usesScrollButtons())
        bar.setUsesScrollButtons(true);
    if (bar.objectName() == QLatin1String("lowerTabs"))
        return;
    bar.setObjectName(QStringLiteral("lowerTabs"));
    bar.setAccessibleName(tr("What is shown below the timeline"));
    bar.setFocusPolicy(Qt::TabFocus);
    bar.setExpanding(false);
    bar.installEventFilter(this);
    connect(&bar, &QTabBar::currentChanged, this, [this, &bar](int tab) {
        settle();
        setCurrent(dockOfTab(bar, tab));
    });
}

// A tab that is alone is not shown.
QTabBar* DockArea::tabBarOf(const ViewDock& dock) const
{
    for (QTabBar* bar : tabBars())
        for (int tab = 0; bar->count() > 1 && tab < bar->count(); ++tab)
            if (dockOfTab(*bar, tab) == &dock)
                return bar;
    return nullptr;
}

ViewDock* DockArea::dockOfTab(const QTabBar& bar, int tab) const
{
    const auto is = [title = bar.tabText(tab)](const ViewDock* each) { return each->windowTitle() == title; };
    const auto found = std::find_if(m_docks.begin(), m_docks.end(), is);
    return found == m_docks.end() ? nullptr : *found;
}

// Of those that are in the window, one with tabs before one that stands alone.
ViewDock* DockArea::neighbourOf(const ViewDock& dock) const
{
    ViewDock* alone = nullptr;
    for (ViewDock* each : m_docks) {
        if (each == &dock || each->window() != window() || dockWidgetArea(each) == Qt::RightDockWidgetArea)
            continue;
        if (tabBarOf(*each) != nullptr)
            return each;
        if (alone == nullptr || alone->isHidden())
            alone = each;
    }
    return alone;
}

void DockArea::setCurrent(const QWidget* inside)
{
    for (; inside != nullptr; inside = inside->parentWidget()) {
        const auto* found = qobject_cast<const ViewDock*>(inside);
        if (found == nullptr || found != dock(found->view()))
            continue;
        m_current = found->view();
        Q_EMIT viewsChanged();
        return;
    }
}

void DockArea::showMenu(ViewDock& dock, const QPoint& place)
{
    const DockedView view = dock.view();
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool isAlone = isBeside(view);
    const bool floats = isFloating(view);
    connect(menu->addAction(isAlone ? tr("Back among the &tabs") : tr("&Beside the others")),
        &QAction::triggered, this, [this, view, isAlone] { setBeside(view, !isAlone); });
    connect(menu->addAction(floats ? tr("Back into the &window") : tr("In a &window of its own")),
        &QAction::triggered, this, [this, view, floats] { setFloating(view, !floats); });
    connect(menu->addAction(tr("&Close")), &QAction::triggered, this, [this, view] { closeView(view); });
    menu->addSeparator();
    connect(menu->addAction(tr("&Reset layout")), &QAction::triggered, this, &DockArea::resetLayout);
    menu->popup(place);
}

bool DockArea::eventFilter(QObject* watched, QEvent* event)
{
    auto* bar = qobject_cast<QTabBar*>(watched);
    if (bar == nullptr)
        return QMainWindow::eventFilter(watched, event);
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const ViewDock* under = dockOfTab(*bar, bar->tabAt(help->pos()));
        QToolTip::showText(help->globalPos(), under ? under->accessibleDescription() : QString(), bar);
        return true;
    }
    if (event->type() == QEvent::ContextMenu) {
        const auto* asked = static_cast<QContextMenuEvent*>(event);
        const bool byMouse = asked->reason() == QContextMenuEvent::Mouse;
        if (ViewDock* under = dockOfTab(*bar, byMouse ? bar->tabAt(asked->pos()) : bar->currentIndex()))
            showMenu(*under, asked->globalPos());
        return true;
    }
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto* click = static_cast<QMouseEvent*>(event);
        ViewDock* under = dockOfTab(*bar, bar->tabAt(click->position().toPoint()));
        if (click->button() == Qt::MiddleButton && under != nullptr)
            under->close();
    }
    return QMainWindow::eventFilter(watched, event);
}

} // namespace tidemark::ui
