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

bool isTaken(const QRectF& place, const std::vector<QRectF>& taken)
{
    return std::any_of(
        taken.begin(), taken.end(), [&place](const QRectF& other) { return other.intersects(place); });
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

// What holds no more looks the same: the outermost of those.
std::uint32_t Treemap::nodeAbove(std::uint32_t node) const
{
    const CallTree& all = *tree();
    std::uint32_t above = all.parent[node];
    const auto looksTheSame = [&all](std::uint32_t one, std::uint32_t other) {
        return all.bytes[one] == all.bytes[other];
    };
    while (above != 0 && (looksTheSame(above, node) || looksTheSame(all.parent[above], above)))
        above = all.parent[above];
    return above;
}

QString Treemap::nameOf(const TreemapBox& box) const
{
    const QString name = textOf(tree()->name[box.node]);
    return box.isOwn ? tr("%1 itself").arg(name) : name;
}

// With what it comes to in the end, where there is room for that.
QString Treemap::fittingName(const TreemapBox& box, const QFontMetricsF& metrics, double room) const
{
    const QString name = nameOf(box);
    if (box.inner != box.node && box.isLeaf) {
        const QString both = name + QStringLiteral(" › ") + textOf(tree()->name[box.inner]);
        if (metrics.horizontalAdvance(both) <= room)
            return both;
    }
    return metrics.elidedText(name, Qt::ElideMiddle, room);
}

void Treemap::paintLeaf(QPainter& painter, const TreemapBox& box) const
{
    const QRectF rect = onPixels(box.rect);
    painter.fillRect(rect.adjusted(0, 0, -1, -1), colourOf(box.node));
    if (isSearching() && isMatch(box.node))
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 3, rect.width() - 1, 2), theme().totalFree);
}

// In the middle, where there is room for a few letters and no heading; `taken` is where those are.
void Treemap::paintName(QPainter& painter, const TreemapBox& box, const std::vector<QRectF>& taken) const
{
    const QFontMetricsF metrics(painter.font());
    const QRectF room = onPixels(box.rect).adjusted(boxPadding, 1, -boxPadding - 1, -2);
    if (room.width() < 4 * metrics.averageCharWidth() || room.height() < metrics.height())
        return;
    const QString figure =
        bytesText(box.isOwn ? tree()->ownBytes(box.node) : tree()->bytes[box.node], units());
    const QString name = fittingName(box, metrics, room.width());
    const bool hasFigure =
        room.height() >= 2 * metrics.height() && metrics.horizontalAdvance(figure) <= room.width();
    const double height = metrics.height() * (hasFigure ? 2 : 1);
    QRectF line(room.left(), room.center().y() - height / 2, room.width(), metrics.height());
    if (isTaken(QRectF(line.topLeft(), QSizeF(line.width(), height)), taken))
        return;
    painter.setPen(theme().text);
    painter.drawText(line, Qt::AlignCenter | Qt::TextSingleLine, name);
    line.translate(0, metrics.height());
    if (hasFigure)
        painter.drawText(line, Qt::AlignCenter | Qt::TextSingleLine, figure);
}

// The name of what is divided, in its corner on a ground of its own; returns where. Below the heading of what
// it is part of, where that has the corner.
QRectF Treemap::paintHeading(QPainter& painter, const TreemapBox& box, const std::vector<QRectF>& taken) const
{
    const QFontMetricsF metrics(painter.font());
    const QRectF rect = onPixels(box.rect);
    const double room = rect.width() - 2 * boxPadding - 1;
    const double height = metrics.height() + 2;
    if (room < 8 * metrics.averageCharWidth() || rect.height() < 3 * height)
        return {};
    QString text = nameOf(box) + QStringLiteral("  ") + bytesText(tree()->bytes[box.node], units());
    if (metrics.horizontalAdvance(text) > room)
        text = metrics.elidedText(nameOf(box), Qt::ElideMiddle, room);
    QRectF chip(rect.left(), rect.top(), metrics.horizontalAdvance(text) + 2 * boxPadding, height);
    if (isTaken(chip, taken))
        chip.translate(0, height + 1);
    painter.fillRect(chip, theme().panel);
    painter.setPen(theme().text);
    painter.drawText(chip, Qt::AlignCenter | Qt::TextSingleLine, text);
    return chip;
}

// Around what is divided, the outer ones over the inner ones.
void Treemap::paintFrames(QPainter& painter) const
{
    painter.setBrush(Qt::NoBrush);
    for (const int level : {2, 1}) {
        const double width = (level == 1 ? 1.5 : 1) * theme().strokes;
        painter.setPen(QPen(blend(theme().panel, theme().text, level == 1 ? 0.75 : 0.5), width));
        for (const TreemapBox& box : m_boxes)
            if (box.level == level && !box.isLeaf)
                painter.drawRect(onPixels(box.rect).adjusted(0, 0, -1, -1));
    }
}

void Treemap::paintNames(QPainter& painter) const
{
    const QFont plain = Theme::labelFont(font());
    QFont strong = plain;
    strong.setBold(true);
    std::vector<QRectF> taken;
    for (const TreemapBox& box : m_boxes) {
        if (box.isLeaf || box.level == 0)
            continue;
        painter.setFont(box.level == 1 ? strong : plain);
        if (const QRectF chip = paintHeading(painter, box, taken); !chip.isEmpty())
            taken.push_back(chip);
    }
    painter.setFont(plain);
    for (const TreemapBox& box : m_boxes)
        if (box.isLeaf)
            paintName(painter, box, taken);
}

// Of a node without a box of its own the one that it has all the bytes of, or the first in it.
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
    paintFrames(painter);
    paintNames(painter);
    if (hoveredNode())
        paintMark(painter, *hoveredNode());
    if (selectedNode() != focusNode())
        paintMark(painter, selectedNode());
}

} // namespace tidemark::ui
