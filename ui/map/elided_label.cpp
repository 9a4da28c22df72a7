// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/map/elided_label.h"

#include <QEvent>
#include <QPainter>

namespace tidemark::ui {

ElidedLabel::ElidedLabel(QWidget* parent, Qt::TextElideMode elided)
    : QLabel(parent)
    , m_elided(elided)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 8, QLabel::minimumSizeHint().height()};
}

void ElidedLabel::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(contentsRect(), Qt::AlignLeft | Qt::AlignVCenter,
        fontMetrics().elidedText(text(), m_elided, contentsRect().width()));
}

bool ElidedLabel::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip)
        setToolTip(fontMetrics().horizontalAdvance(text()) > contentsRect().width() ? text() : QString());
    return QLabel::event(event);
}

} // namespace tidemark::ui
