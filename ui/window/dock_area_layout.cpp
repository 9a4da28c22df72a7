// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dock_area.h"
#include "ui/window/view_dock.h"

#include <QDataStream>
#include <QEvent>
#include <QHideEvent>
#include <QIODevice>
#include <QLayout>
#include <QScopedValueRollback>
#include <QShowEvent>
#include <QStyle>
#include <algorithm>

// The part of the area of docks that keeps where they are.
namespace tidemark::ui {

namespace {

constexpr quint32 layoutMagic = 0x544d4c59; // "TMLY"
constexpr int layoutVersion = 1; // another one whenever a view is added
constexpr double firstShare = 0.42;
constexpr int rightWidth = 330; // at first

struct SavedLayout {
    double share = firstShare;
    QStringList closed; // names of docks
    QByteArray state; // Qt's
};

QByteArray layoutToBytes(const SavedLayout& layout)
{
    QByteArray content;
    QDataStream(&content, QIODevice::WriteOnly) << layout.share << layout.closed << layout.state;
    QByteArray result;
    QDataStream(&result, QIODevice::WriteOnly)
        << layoutMagic << qint32(layoutVersion) << qChecksum(content) << content;
    return result;
}

// Qt takes counts in a broken state at their word: only what was written as it is gets there.
std::optional<SavedLayout> layoutFromBytes(const QByteArray& bytes)
{
    quint32 magic = 0;
    qint32 version = 0;
    quint16 checksum = 0;
    QByteArray content;
    QDataStream outer(bytes);
    outer >> magic >> version;
    if (magic != layoutMagic || version != layoutVersion)
        return std::nullopt;
    outer >> checksum >> content;
    if (outer.status() != QDataStream::Ok || qChecksum(content) != checksum)
        return std::nullopt;
    SavedLayout layout;
    QDataStream inner(content);
    inner >> layout.share >> layout.closed >> layout.state;
    if (inner.status() != QDataStream::Ok || !(layout.share > 0 && layout.share < 1))
        return std::nullopt;
    return layout;
}

} // namespace

QByteArray DockArea::bytesOfLayout() const
{
    SavedLayout layout;
    layout.share = m_share;
    for (const ViewDock* each : m_docks)
        if (!each->isWanted())
            layout.closed << each->objectName();
    layout.state = saveState(layoutVersion);
    return layoutToBytes(layout);
}

QByteArray DockArea::saveLayout() const
{
    if (!m_wasShown)
        return m_coming;
    if (!m_windows.empty()) // hidden for now
        return m_left;
    return isVisible() ? bytesOfLayout() : m_left;
}

void DockArea::restoreLayout(const QByteArray& layout)
{
    m_coming = layout;
    if (m_wasShown && !takeLayout(layout))
        resetLayout();
}

bool DockArea::isLayout(const QByteArray& layout)
{
    return layoutFromBytes(layout).has_value();
}

void DockArea::resetLayout()
{
    takeLayout(m_first);
    beginLayout();
    showView(m_docks.front()->view());
}

void DockArea::beginLayout()
{
    for (ViewDock* each : m_docks)
        if (dockWidgetArea(each) == Qt::RightDockWidgetArea)
            resizeDocks({each}, {rightWidth}, Qt::Horizontal);
    applyShares();
}

// Qt leaves a window of several views behind, empty, when it is told where they are to be.
void DockArea::dissolveGroups()
{
    for (ViewDock* each : m_docks)
        if (each->parentWidget() != this)
            addDockWidget(Qt::BottomDockWidgetArea, each);
    for (QWidget* each : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (!each->inherits("QDockWidgetGroupWindow"))
            continue;
        each->layout()->invalidate();
        each->layout()->activate(); // an empty one goes
        each->hide();
    }
}

bool DockArea::takeLayout(const QByteArray& bytes)
{
    const auto layout = layoutFromBytes(bytes);
    if (!layout)
        return false;
    {
        // Views come by on their way to their places: nobody is to look meanwhile.
        const QScopedValueRollback settling(m_isSettling, true);
        dissolveGroups();
        for (ViewDock* each : m_docks) // else Qt loses the items of those that go into a window of several
            removeDockWidget(each);
        if (!restoreState(layout->state, layoutVersion))
            return false;
        for (ViewDock* each : m_docks)
            each->setWanted(!layout->closed.contains(each->objectName()));
        this->layout()->activate();
        m_share = layout->share;
        applyShares();
    }
    settle();
    return true;
}

// Windows of their own are no children that Qt would hide along. They come a moment after the area: a page
// that is being put in the place of another has its updates off, and they would stay without a picture.
void DockArea::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (event->spontaneous())
        return;
    const auto front = std::exchange(m_front, std::nullopt);
    if (!std::exchange(m_wasShown, true) && !m_docks.empty()) {
        if (m_coming.isEmpty())
            beginLayout();
        else if (!takeLayout(m_coming))
            resetLayout();
        if (front)
            showView(*front);
        m_left = bytesOfLayout();
        hideWindows();
    }
    applyShares();
    settle();
    if (!m_windows.empty())
        QTimer::singleShot(0, this, &DockArea::showWindows);
}

void DockArea::hideEvent(QHideEvent* event)
{
    if (!event->spontaneous() && m_wasShown) {
        if (m_windows.empty()) // else they were not back yet, and what was left before still holds
            m_left = bytesOfLayout();
        hideWindows();
    }
    QMainWindow::hideEvent(event);
}

void DockArea::hideWindows()
{
    for (QWidget* each : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (!each->isWindow() || !each->isVisible() || each->windowType() == Qt::Popup)
            continue;
        m_windows.emplace_back(each);
        each->hide();
    }
}

void DockArea::showWindows()
{
    if (!isVisible())
        return;
    for (const QPointer<QWidget>& each : std::exchange(m_windows, {})) {
        if (!each)
            continue;
        // They became windows while the updates of their parents were off: nobody else turns theirs on again.
        each->setUpdatesEnabled(false);
        each->setUpdatesEnabled(true);
        each->show();
    }
    settle();
}

// Rows share a window of another height as they shared the one before.
void DockArea::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    applyShares();
}

bool DockArea::event(QEvent* event)
{
    const bool result = QMainWindow::event(event);
    if (event->type() == QEvent::MouseButtonRelease)
        keepShares(); // a line between views may have been dragged
    else if (event->type() == QEvent::LayoutRequest)
        settleSoon();
    return result;
}

void DockArea::keepShares()
{
    if (m_wasShown && centralWidget() != nullptr && height() > 0)
        m_share = std::clamp(
            static_cast<double>(height() - centralWidget()->geometry().bottom() - 1) / height(), 0.05, 0.95);
}

void DockArea::applyShares()
{
    if (!m_wasShown || centralWidget() == nullptr)
        return;
    const int line = style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent, nullptr, this);
    const int wanted = static_cast<int>(m_share * height()) - line;
    const int present = height() - centralWidget()->geometry().bottom() - 1 - line;
    QList<QDockWidget*> docks;
    QList<int> heights;
    for (ViewDock* each : m_docks) {
        if (each->isHidden() || each->isWindow() || dockWidgetArea(each) != Qt::BottomDockWidgetArea
            || each->geometry().bottom() < 0)
            continue;
        docks << each;
        heights << each->height();
    }
    if (docks.isEmpty() || present <= 0 || wanted <= 0)
        return;
    const auto isInOneRow = [&](const QDockWidget* each) {
        return each->geometry().bottom() >= height() - 1;
    };
    const bool isRow = std::all_of(docks.begin(), docks.end(), isInOneRow);
    for (int& each : heights)
        each = isRow ? wanted : each * wanted / present;
    resizeDocks(docks, heights, Qt::Vertical);
    layout()->activate();
}

} // namespace tidemark::ui
