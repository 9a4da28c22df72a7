// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
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

// An image of the screen's own pixels, `ratio` of them to a logical one, at `topLeft`. Through the painter's
// scale every pixel would be looked up one by one; where both scales are the same, the pixels are copied.
inline void drawPixels(QPainter& painter, const QPointF& topLeft, const QImage& image, double ratio)
{
    const QTransform& toDevice = painter.deviceTransform();
    if (toDevice.type() > QTransform::TxScale || !qFuzzyCompare(toDevice.m11(), ratio)
        || !qFuzzyCompare(toDevice.m22(), ratio)) {
        painter.drawImage(QRectF(topLeft, QSizeF(image.size()) / ratio), image);
        return;
    }
    // Not a copy, as QImage::setDevicePixelRatio() would make one.
    const QImage pixels(
        image.constBits(), image.width(), image.height(), image.bytesPerLine(), image.format());
    painter.save();
    painter.scale(1 / ratio, 1 / ratio);
    painter.drawImage(topLeft * ratio, pixels);
    painter.restore();
}

inline void drawPixels(QPainter& painter, const QPointF& topLeft, const QImage& image)
{
    drawPixels(painter, topLeft, image, image.devicePixelRatio());
}

} // namespace tidemark::ui
