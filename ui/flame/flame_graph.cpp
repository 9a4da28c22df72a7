// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flame/flame_graph.h"

#include "ui/details/figures.h"
#include "ui/plain_tip.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
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
    : QWidget(parent)
    , m_theme(Theme::fromPalette(palette()))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Flame graph of the memory that is alive"));
}

double FlameGraph::rowHeight() const
{
    return std::ceil(QFontMetricsF(Theme::labelFont(font())).height()) + 5;
}

void FlameGraph::setTree(std::shared_ptr<const CallTree> tree)
{
    const std::shared_ptr<const CallTree> before = std::exchange(m_tree, std::move(tree));
    const bool canStay = before && m_tree && before->size() > 0 && m_tree->size() > 0;
    m_focus = canStay ? sameNode(*m_tree, *before, m_focus) : 0;
    m_selected = canStay ? sameNode(*m_tree, *before, m_selected) : 0;
    m_hovered.reset();
    look(m_search);
    layOut();
    describe();
    Q_EMIT focusChanged();
}

void FlameGraph::setUnits(ByteUnits units)
{
    m_units = units;
    update();
    describe();
}

void FlameGraph::lookAt(std::uint32_t node)
{
    if (!m_tree || node >= m_tree->size() || node == m_focus)
        return;
    m_focus = node;
    m_selected = node;
    layOut();
    describe();
    Q_EMIT focusChanged();
    Q_EMIT selectionChanged();
}

void FlameGraph::goUp()
{
    if (m_tree && m_focus != 0)
        lookAt(m_tree->parent[m_focus]);
}

void FlameGraph::select(std::uint32_t node)
{
    if (!m_tree || node >= m_tree->size() || node == m_selected)
        return;
    m_selected = node;
    update();
    describe();
    Q_EMIT selectionChanged();
}

void FlameGraph::setSearch(const QString& text)
{
    look(text);
    update();
}

void FlameGraph::look(const QString& text)
{
    m_search = text;
    m_matches = m_tree ? flameMatches(*m_tree, text) : std::vector<bool>();
    Q_EMIT searched(m_tree ? matchedBytes(*m_tree, m_matches) : 0, !text.isEmpty());
}

QString FlameGraph::figures(std::uint32_t node) const
{
    const double share = m_tree->bytes[0] == 0
        ? 0
        : 100 * static_cast<double>(m_tree->bytes[node]) / static_cast<double>(m_tree->bytes[0]);
    return tr("%1 (%2 B), %3 % of all, %4")
        .arg(bytesText(m_tree->bytes[node], m_units), countText(m_tree->bytes[node]),
            QString::number(share, 'f', 1), counted(m_tree->count[node], tr("block"), tr("blocks")));
}

QString FlameGraph::sentence(std::uint32_t node) const
{
    if (!m_tree || node >= m_tree->size())
        return {};
    return tr("%1: %2").arg(QString::fromStdString(m_tree->name[node]), figures(node));
}

QString FlameGraph::tipText(std::uint32_t node) const
{
    QString text = QString::fromStdString(m_tree->name[node]) + u'\n' + figures(node);
    const std::uint64_t own = m_tree->ownBytes(node);
    if (own > 0 && own < m_tree->bytes[node])
        text += tr("\n%1 B of it in none of those below").arg(countText(own));
    return text;
}

void FlameGraph::describe()
{
    setAccessibleDescription(sentence(m_selected));
    if (QAccessible::isActive()) {
        QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
}

void FlameGraph::layOut()
{
    m_boxes.clear();
    if (m_tree && m_tree->size() > 0) {
        m_boxes = layoutFlame(*m_tree, m_focus, width(), rowHeight());
        setMinimumHeight(static_cast<int>(flameRows(*m_tree, m_focus) * rowHeight()));
    }
    update();
}

QColor FlameGraph::colourOf(const FlameBox& box) const
{
    const bool isSearching = !m_search.isEmpty();
    if (box.isAbove || box.node == 0)
        return blend(m_theme.panel, m_theme.text, 0.10);
    if (isSearching)
        return m_matches[box.node] ? blend(m_theme.panel, m_theme.bands[4], 1.0)
                                   : blend(m_theme.panel, m_theme.text, 0.05);
    const std::size_t hash = std::hash<std::string>()(m_tree->name[box.node]);
    return m_theme.bands[hash % m_theme.bands.size()];
}

void FlameGraph::paintBox(QPainter& painter, const FlameBox& box) const
{
    constexpr double padding = 4;
    const double right = std::max(box.rect.left() + 1, std::round(box.rect.right()) - 1);
    const QRectF rect(std::round(box.rect.left()), box.rect.top(), right - std::round(box.rect.left()),
        box.rect.height() - 1);
    const QColor ground = colourOf(box);
    painter.fillRect(rect, ground);
    if (!m_search.isEmpty() && m_matches[box.node])
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 2, rect.width(), 2), m_theme.totalFree);
    if (box.node == m_selected || box.node == m_hovered) {
        painter.setPen(QPen(box.node == m_selected && hasFocus() ? m_theme.accent : m_theme.hover,
            box.node == m_selected ? 1.6 : 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    const QFontMetricsF metrics(painter.font());
    const double room = rect.width() - 2 * padding;
    if (room < metrics.averageCharWidth() * 3)
        return;
    QString text = QString::fromStdString(m_tree->name[box.node]);
    const QString figure = bytesText(m_tree->bytes[box.node], m_units);
    painter.setPen(box.isAbove ? m_theme.mutedText : m_theme.text);
    if (metrics.horizontalAdvance(text + QStringLiteral("  ") + figure) <= room) {
        painter.drawText(rect.adjusted(padding, 0, -padding, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
        painter.setPen(m_theme.mutedText);
        painter.drawText(rect.adjusted(padding, 0, -padding, 0), Qt::AlignRight | Qt::AlignVCenter, figure);
        return;
    }
    // Of a path that has no room the last part: what leads to it stands above.
    if (metrics.horizontalAdvance(text) > room && isPathBelow(*m_tree, box.node))
        text = text.sliced(QString::fromStdString(m_tree->name[m_tree->parent[box.node]]).size() + 1);
    text = metrics.elidedText(text, Qt::ElideMiddle, room);
    painter.drawText(rect.adjusted(padding, 0, -padding, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
}

void FlameGraph::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.fillRect(event->rect(), m_theme.panel);
    painter.setFont(Theme::labelFont(font()));
    for (const FlameBox& box : m_boxes)
        if (box.rect.intersects(event->rect()))
            paintBox(painter, box);
}

bool FlameGraph::event(QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto node = flameNodeAt(m_boxes, help->pos()))
        QToolTip::showText(help->globalPos(), plainTip(tipText(*node)), this);
    else
        QToolTip::hideText();
    return true;
}

void FlameGraph::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    m_theme = Theme::fromPalette(palette());
    layOut();
}

void FlameGraph::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void FlameGraph::leaveEvent(QEvent* event)
{
    m_hovered.reset();
    update();
    QWidget::leaveEvent(event);
}

void FlameGraph::mouseMoveEvent(QMouseEvent* event)
{
    m_hovered = flameNodeAt(m_boxes, event->position());
    setCursor(m_hovered ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void FlameGraph::mousePressEvent(QMouseEvent* event)
{
    const auto node = flameNodeAt(m_boxes, event->position());
    if (event->button() == Qt::BackButton || event->button() == Qt::RightButton)
        goUp();
    else if (node)
        lookAt(*node);
    event->accept();
}

// Up and down a level, left and right to the siblings; never above the node that is looked at.
void FlameGraph::walk(int key)
{
    const CallTree& tree = *m_tree;
    const std::uint32_t at = m_selected;
    if (key == Qt::Key_Down && at + 1 < tree.end[at])
        return select(at + 1);
    if (at == m_focus)
        return;
    const std::uint32_t parent = tree.parent[at];
    if (key == Qt::Key_Up)
        return select(parent);
    if (key == Qt::Key_Right && tree.end[at] < tree.end[parent])
        return select(tree.end[at]);
    if (key != Qt::Key_Left || at == parent + 1)
        return;
    std::uint32_t before = parent + 1;
    while (tree.end[before] != at)
        before = tree.end[before];
    select(before);
}

void FlameGraph::keyPressEvent(QKeyEvent* event)
{
    if (!m_tree || m_tree->size() == 0)
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
        return walk(event->key());
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        return lookAt(m_selected);
    case Qt::Key_Home:
        return lookAt(0);
    case Qt::Key_Backspace:
        return goUp();
    case Qt::Key_Escape:
        if (m_focus != 0)
            return goUp();
        break;
    default:
        break;
    }
    QWidget::keyPressEvent(event);
}

} // namespace tidemark::ui
