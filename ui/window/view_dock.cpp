// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/view_dock.h"

#include "ui/theme.h"
#include "ui/window/dock_title.h"
#include "ui/window/look.h"

#include <QApplication>
#include <QCloseEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStackedWidget>

namespace tidemark::ui {

namespace {

bool takesKeys(const QWidget& widget)
{
    return widget.isEnabled() && widget.isVisible() && (widget.focusPolicy() & Qt::TabFocus) != 0;
}

} // namespace

ViewDock::ViewDock(const DockedViewInfo& info, QWidget* page, QWidget* area)
    : QDockWidget(info.title, area)
    , m_view(info.view)
    , m_page(page)
    , m_area(area)
    , m_stack(new QStackedWidget(this))
    , m_title(new DockTitle(info.title, this))
{
    setObjectName(QLatin1String(info.name) + QStringLiteral("Dock"));
    setAccessibleName(info.title);
    setAccessibleDescription(info.tip);
    setTitleBarWidget(m_title);
    m_stack->addWidget(new QWidget(m_stack)); // while nobody looks
    m_stack->addWidget(page);
    setWidget(m_stack);
    connect(m_title, &DockTitle::closeClicked, this, &QWidget::close);
    connect(m_title, &DockTitle::floatClicked, this, &ViewDock::floatClicked);
    connect(m_title, &DockTitle::menuWanted, this, &ViewDock::menuWanted);
}

void ViewDock::setWanted(bool isWanted)
{
    m_isWanted = isWanted;
    follow();
}

void ViewDock::setMeaningful(bool isMeaningful)
{
    m_isMeaningful = isMeaningful;
    follow();
}

void ViewDock::follow()
{
    const bool isThere = m_isWanted && m_isMeaningful;
    if (isThere == isHidden())
        setVisible(isThere);
}

bool ViewDock::isSeen() const
{
    return m_stack->currentWidget() == m_page;
}

void ViewDock::setSeen(bool isSeen)
{
    m_stack->setCurrentIndex(isSeen ? 1 : 0);
}

void ViewDock::dressTitle(bool isTabbed, bool isOut)
{
    m_title->setFolded(isTabbed);
    m_title->setFloating(isOut);
}

void ViewDock::setArrangeable(bool isArrangeable)
{
    setFeatures(
        isArrangeable ? DockWidgetClosable | DockWidgetMovable | DockWidgetFloatable : NoDockWidgetFeatures);
    m_title->setButtonsShown(isArrangeable);
}

void ViewDock::setOwnWindow(bool hasOwn)
{
    constexpr QSize least(560, 400);
    setFloating(hasOwn);
    if (hasOwn)
        resize(size().expandedTo(least));
}

void ViewDock::takeFocus()
{
    QWidget* first = m_page;
    while (first->focusProxy() != nullptr)
        first = first->focusProxy();
    if (takesKeys(*first))
        return first->setFocus(Qt::ShortcutFocusReason);
    for (QWidget* next = m_page->nextInFocusChain(); next != m_page; next = next->nextInFocusChain())
        if (m_page->isAncestorOf(next) && takesKeys(*next))
            return next->setFocus(Qt::ShortcutFocusReason);
    m_stack->setFocus(
        Qt::ShortcutFocusReason); // words only: the keyboard has left the view before all the same
}

void ViewDock::closeEvent(QCloseEvent* event)
{
    const bool hadFocus = isAncestorOf(QApplication::focusWidget());
    m_isWanted = false;
    QDockWidget::closeEvent(event);
    hide(); // before it is told
    Q_EMIT closedByHand(hadFocus);
}

// A window without a frame of the desktop's has one of its own, or it would run into what is under it.
void ViewDock::paintEvent(QPaintEvent* event)
{
    QDockWidget::paintEvent(event);
    if (!isWindow())
        return;
    const Theme theme = applicationTheme();
    QPainter painter(this);
    painter.setPen(blend(theme.background, theme.text, 0.4));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

// A window of its own, or one shared with others, is no end of the way that keys take to what they mean
// everywhere.
void ViewDock::keyPressEvent(QKeyEvent* event)
{
    QDockWidget::keyPressEvent(event);
    if (event->isAccepted() || window() == m_area->window())
        return;
    QCoreApplication::sendEvent(m_area, event);
}

} // namespace tidemark::ui
