// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flame/treemap.h"

#include "ui/details/figures.h"

#include <QPaintEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

constexpr double boxPadding = 4;

// Edges on whole pixels; neighbours share theirs.
QRectF onPixels(const QRectF& rect)
{
    return {QPointF(std::round(rect.left()), std::round(rect.top())),
        QPointF(std::round(rect.right()), std::round(rect.bottom()))};
}

} // namespace

Treemap::Treemap(QWidget* parent)
    : TreePicture(parent)
{
    setAccessibleName(tr("Treemap of the memory that is alive"));
}

void Treemap::layOut()
{
    m_boxes.clear();
    if (tree() != nullptr && tree()->size() > 0)
        m_boxes = layoutTreemap(*tree(), focusNode(), QRectF(rect()));
    update();
}

std::optional<std::uint32_t> Treemap::nodeAt(const QPointF& point) const
{
    const auto box = treemapBoxAt(m_boxes, point);
    return box ? std::optional(m_boxes[*box].node) : std::nullopt;
}

std::optional<std::uint32_t> Treemap::nodeToLookAt(const QPointF& point) const
{
    for (const TreemapBox& box : m_boxes)
        if (box.level == 1 && box.rect.contains(point))
            return box.node;
    return nodeAt(point);
}

// A node that holds no more looks the same.
std::uint32_t Treemap::nodeAbove(std::uint32_t node) const
{
    std::uint32_t above = tree()->parent[node];
    while (above != 0 && tree()->bytes[above] == tree()->bytes[node])
        above = tree()->parent[above];
    return above;
}

QString Treemap::nameOf(const TreemapBox& box) const
{
    const QString name = textOf(tree()->name[box.node]);
    return box.isOwn ? tr("%1 itself").arg(name) : name;
}

void Treemap::paintLeaf(QPainter& painter, const TreemapBox& box) const
{
    const QRectF rect = onPixels(box.rect);
    painter.fillRect(rect.adjusted(0, 0, -1, -1), colourOf(box.node));
    if (isSearching() && isMatch(box.node))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 3, rect.width() - 1, 2), theme().totalFree);
}

// In the middle, where there is room for a few letters; `taken` is where another name is.
void Treemap::paintName(QPainter& painter, const TreemapBox& box, const QRectF& taken) const
{
    const QFontMetricsF metrics(painter.font());
    const QRectF room = onPixels(box.rect).adjusted(boxPadding, 1, -boxPadding - 1, -2);
    if (room.width() < 4 * metrics.averageCharWidth() || room.height() < metrics.height())
        return;
    const QString figure =
        bytesText(box.isOwn ? tree()->ownBytes(box.node) : tree()->bytes[box.node], units());
    const QString name = metrics.elidedText(nameOf(box), Qt::ElideMiddle, room.width());
    const bool hasFigure =
        room.height() >= 2 * metrics.height() && metrics.horizontalAdvance(figure) <= room.width();
    const double height = metrics.height() * (hasFigure ? 2 : 1);
    QRectF line(room.left(), room.center().y() - height / 2, room.width(), metrics.height());
    const QRectF words(line.topLeft(), QSizeF(line.width(), height));
    if (words.intersects(taken))
        return;
    painter.setPen(theme().text);
    painter.drawText(line, Qt::AlignCenter | Qt::TextSingleLine, name);
    line.translate(0, metrics.height());
    if (hasFigure)
        painter.drawText(line, Qt::AlignCenter | Qt::TextSingleLine, figure);
}

// The name of what is divided, in its corner on a ground of its own; returns where.
QRectF Treemap::paintHeading(QPainter& painter, const TreemapBox& box) const
{
    const QFontMetricsF metrics(painter.font());
    const QRectF rect = onPixels(box.rect);
    const double room = rect.width() - 2 * boxPadding - 1;
    if (room < 6 * metrics.averageCharWidth() || rect.height() < 2.5 * metrics.height())
        return {};
    QString text = nameOf(box) + QStringLiteral("  ") + bytesText(tree()->bytes[box.node], units());
    if (metrics.horizontalAdvance(text) > room)
        text = metrics.elidedText(nameOf(box), Qt::ElideMiddle, room);
    const QRectF chip(
        rect.left(), rect.top(), metrics.horizontalAdvance(text) + 2 * boxPadding, metrics.height() + 2);
    painter.fillRect(chip, theme().panel);
    painter.setPen(theme().text);
    painter.drawText(chip, Qt::AlignCenter | Qt::TextSingleLine, text);
    return chip;
}

// Of a node without a box of its own, as that of a path of which only the last part is drawn, the first box
// in it.
void Treemap::paintMark(QPainter& painter, std::uint32_t node) const
{
    const auto box = std::find_if(m_boxes.begin(), m_boxes.end(),
        [&](const TreemapBox& each) { return each.node >= node && each.node < tree()->end[node]; });
    if (box == m_boxes.end())
        return;
    const QPen pen = markPen(node);
    const double half = pen.widthF() / 2;
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(onPixels(box->rect).adjusted(half, half, -half - 1, -half - 1));
}

void Treemap::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.fillRect(event->rect(), theme().panel);
    if (m_boxes.empty())
        return;
    for (const TreemapBox& box : m_boxes)
        if (box.isLeaf)
            paintLeaf(painter, box);
    painter.setBrush(Qt::NoBrush);
    for (const TreemapBox& box : m_boxes) {
        if (box.level != 1 || box.isLeaf)
            continue;
        painter.setPen(QPen(blend(theme().panel, theme().text, 0.6), theme().strokes));
        painter.drawRect(onPixels(box.rect).adjusted(0.5, 0.5, -1.5, -1.5));
    }
    const QFont plain = Theme::labelFont(font());
    QFont strong = plain;
    strong.setBold(true);
    QRectF taken;
    for (const TreemapBox& box : m_boxes) {
        if (box.level == 1 && !box.isLeaf) {
            painter.setFont(strong);
            taken = paintHeading(painter, box);
        } else if (box.isLeaf) {
            painter.setFont(plain);
            paintName(painter, box, box.level == 1 ? QRectF() : taken);
        }
    }
    if (hoveredNode())
        paintMark(painter, *hoveredNode());
    if (selectedNode() != focusNode())
        paintMark(painter, selectedNode());
}

} // namespace tidemark::ui
