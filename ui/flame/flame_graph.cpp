// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flame/flame_graph.h"

#include "ui/details/figures.h"

#include <QPaintEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

// "features.3" below "features".
bool isPathBelow(const CallTree& tree, std::uint32_t node)
{
    const std::string& above = tree.name[tree.parent[node]];
    const std::string& name = tree.name[node];
    return name.size() > above.size() + 1 && name.starts_with(above) && name[above.size()] == '.';
}

} // namespace

FlameGraph::FlameGraph(QWidget* parent)
    : TreePicture(parent)
{
    setAccessibleName(tr("Flame graph of the memory that is alive"));
}

double FlameGraph::rowHeight() const
{
    return std::ceil(QFontMetricsF(Theme::labelFont(font())).height()) + 5;
}

void FlameGraph::layOut()
{
    m_boxes.clear();
    if (tree() != nullptr && tree()->size() > 0) {
        m_boxes = layoutFlame(*tree(), focusNode(), width(), rowHeight());
        setMinimumHeight(static_cast<int>(flameRows(*tree(), focusNode()) * rowHeight()));
    }
    update();
}

std::optional<std::uint32_t> FlameGraph::nodeAt(const QPointF& point) const
{
    return flameNodeAt(m_boxes, point);
}

QColor FlameGraph::groundOf(const FlameBox& box) const
{
    return colourOf(box.isAbove ? 0 : box.node);
}

void FlameGraph::paintBox(QPainter& painter, const FlameBox& box) const
{
    constexpr double padding = 4;
    const double right = std::max(box.rect.left() + 1, std::round(box.rect.right()) - 1);
    const QRectF rect(std::round(box.rect.left()), box.rect.top(), right - std::round(box.rect.left()),
        box.rect.height() - 1);
    painter.fillRect(rect, groundOf(box));
    if (isSearching() && isMatch(box.node))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 2, rect.width(), 2), theme().totalFree);
    if (isMarked(box.node)) {
        painter.setPen(markPen(box.node));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    const QFontMetricsF metrics(painter.font());
    const double room = rect.width() - 2 * padding;
    if (room < metrics.averageCharWidth() * 3)
        return;
    QString text = QString::fromStdString(tree()->name[box.node]);
    const QString figure = bytesText(tree()->bytes[box.node], units());
    painter.setPen(box.isAbove ? theme().mutedText : theme().text);
    if (metrics.horizontalAdvance(text + QStringLiteral("  ") + figure) <= room) {
        painter.drawText(rect.adjusted(padding, 0, -padding, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
        painter.drawText(rect.adjusted(padding, 0, -padding, 0), Qt::AlignRight | Qt::AlignVCenter, figure);
        return;
    }
    // Of a path that has no room the last part: what leads to it stands above.
    if (metrics.horizontalAdvance(text) > room && isPathBelow(*tree(), box.node))
        text = text.sliced(QString::fromStdString(tree()->name[tree()->parent[box.node]]).size() + 1);
    text = metrics.elidedText(text, Qt::ElideMiddle, room);
    painter.drawText(rect.adjusted(padding, 0, -padding, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
}

void FlameGraph::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.fillRect(event->rect(), theme().panel);
    painter.setFont(Theme::labelFont(font()));
    for (const FlameBox& box : m_boxes)
        if (box.rect.intersects(event->rect()))
            paintBox(painter, box);
}

} // namespace tidemark::ui
