// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dock_title.h"

#include "ui/theme.h"
#include "ui/window/look.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace tidemark::ui {

DockTitle::DockTitle(const QString& title, QWidget* parent)
    : QWidget(parent)
    , m_row(new QWidget(this))
    , m_float(addButton(tr("Float"), QStringLiteral("dockFloat"), tr("Give %1 a window of its own")))
    , m_close(addButton(tr("Close"), QStringLiteral("dockClose"), tr("Close %1; the View menu has it back")))
    , m_title(title)
{
    for (QToolButton* button : {m_float, m_close}) {
        button->setToolTip(button->toolTip().arg(title));
        button->setAccessibleName(button->toolTip());
    }
    auto* row = new QHBoxLayout(m_row);
    row->setContentsMargins(10, 1, 4, 1);
    row->setSpacing(2);
    row->addWidget(new QLabel(title, m_row), 1);
    row->addWidget(m_float);
    row->addWidget(m_close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_row);
    connect(m_float, &QToolButton::clicked, this, &DockTitle::floatClicked);
    connect(m_close, &QToolButton::clicked, this, &DockTitle::closeClicked);
}

// Menus and shortcuts do the same for the keyboard.
QToolButton* DockTitle::addButton(const QString& text, const QString& name, const QString& tip)
{
    auto* button = new QToolButton(m_row);
    button->setText(text);
    button->setObjectName(name);
    button->setToolTip(tip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus);
    return button;
}

void DockTitle::setFolded(bool isFolded)
{
    if (m_row->isHidden() == isFolded)
        return;
    m_row->setHidden(isFolded);
    updateGeometry();
}

void DockTitle::setFloating(bool isFloating)
{
    m_float->setText(isFloating ? tr("Dock") : tr("Float"));
    m_float->setToolTip(
        (isFloating ? tr("Put %1 back into the window") : tr("Give %1 a window of its own")).arg(m_title));
    m_float->setAccessibleName(m_float->toolTip());
}

void DockTitle::setButtonsShown(bool areShown)
{
    m_float->setVisible(areShown);
    m_close->setVisible(areShown);
}

QSize DockTitle::sizeHint() const
{
    return m_row->isHidden() ? QSize(0, 0) : m_row->sizeHint();
}

QSize DockTitle::minimumSizeHint() const
{
    return m_row->isHidden() ? QSize(0, 0) : m_row->minimumSizeHint();
}

void DockTitle::contextMenuEvent(QContextMenuEvent* event)
{
    Q_EMIT menuWanted(event->globalPos());
}

void DockTitle::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(applicationTheme().border);
    painter.drawLine(0, height() - 1, width(), height() - 1);
}

} // namespace tidemark::ui
