// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/fold.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace tidemark::ui {

Fold::Fold(const QString& title, QWidget* content, QWidget* parent)
    : QWidget(parent)
    , m_toggle(new QToolButton(this))
    , m_column(new QVBoxLayout(this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_toggle->setText(title);
    m_toggle->setObjectName(QStringLiteral("fold"));
    m_toggle->setCheckable(true);
    m_toggle->setArrowType(Qt::RightArrow);
    m_toggle->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_toggle->setAutoRaise(true);
    m_toggle->setFocusPolicy(Qt::StrongFocus);
    m_column->addWidget(m_toggle);
    m_column->addWidget(content);
    content->hide();
    // The content was made first, but the Tab key comes to the title before it.
    QWidget* before = m_toggle;
    for (QWidget* field : content->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        if (!(field->focusPolicy() & Qt::TabFocus))
            continue;
        setTabOrder(before, field);
        before = field;
    }
    connect(m_toggle, &QToolButton::toggled, this, [this, content](bool open) {
        m_toggle->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
        content->setVisible(open);
    });
}

void Fold::setOpen(bool open)
{
    m_toggle->setChecked(open);
}

bool Fold::isOpen() const
{
    return m_toggle->isChecked();
}

void Fold::addAlwaysShown(QWidget* widget)
{
    m_column->addWidget(widget);
}

} // namespace tidemark::ui
