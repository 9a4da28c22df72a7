// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPainter>
#include <cmath>

namespace tidemark::ui {

inline QColor withAlpha(const QColor& colour, double alpha)
{
    QColor tinted = colour;
    tinted.setAlphaF(static_cast<float>(alpha));
    return tinted;
}

// An upright line one logical pixel wide.
inline void upright(QPainter& painter, double x, double top, double bottom, const QColor& colour)
{
    painter.fillRect(QRectF(std::floor(x), top, 1, bottom - top), colour);
}

} // namespace tidemark::ui
