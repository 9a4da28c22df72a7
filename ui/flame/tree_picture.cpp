// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flame/tree_picture.h"

#include "ui/details/figures.h"
#include "ui/flame/flame_layout.h"
#include "ui/plain_tip.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPen>
#include <QToolTip>
#include <functional>
#include <utility>

namespace tidemark::ui {

TreePicture::TreePicture(QWidget* parent)
    : QWidget(parent)
    , m_theme(Theme::fromPalette(palette()))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

void TreePicture::setTree(std::shared_ptr<const CallTree> tree)
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

void TreePicture::setUnits(ByteUnits units)
{
    m_units = units;
    update();
    describe();
}

void TreePicture::lookAt(std::uint32_t node)
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

void TreePicture::goUp()
{
    if (m_tree && m_focus != 0)
        lookAt(nodeAbove(m_focus));
}

void TreePicture::select(std::uint32_t node)
{
    if (!m_tree || node >= m_tree->size() || node == m_selected)
        return;
    m_selected = node;
    update();
    describe();
    Q_EMIT selectionChanged();
}

void TreePicture::setSearch(const QString& text)
{
    look(text);
    update();
}

void TreePicture::look(const QString& text)
{
    m_search = text;
    m_matches = m_tree ? flameMatches(*m_tree, text) : std::vector<bool>();
    Q_EMIT searched(m_tree ? matchedBytes(*m_tree, m_matches) : 0, !text.isEmpty());
}

QString TreePicture::figures(std::uint32_t node) const
{
    const double share = m_tree->bytes[0] == 0
        ? 0
        : 100 * static_cast<double>(m_tree->bytes[node]) / static_cast<double>(m_tree->bytes[0]);
    return tr("%1 (%2 B), %3 % of all, %4")
        .arg(bytesText(m_tree->bytes[node], m_units), countText(m_tree->bytes[node]),
            QString::number(share, 'f', 1), counted(m_tree->count[node], tr("block"), tr("blocks")));
}

QString TreePicture::sentence(std::uint32_t node) const
{
    if (!m_tree || node >= m_tree->size())
        return {};
    return tr("%1: %2").arg(QString::fromStdString(m_tree->name[node]), figures(node));
}

QString TreePicture::tipText(std::uint32_t node) const
{
    QString text = QString::fromStdString(m_tree->name[node]) + u'\n' + figures(node);
    const std::uint64_t own = m_tree->ownBytes(node);
    if (own > 0 && own < m_tree->bytes[node])
        text += tr("\n%1 B of it in none of those below").arg(countText(own));
    return text;
}

void TreePicture::describe()
{
    setAccessibleDescription(sentence(m_selected));
    if (QAccessible::isActive()) {
        QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
}

QPen TreePicture::markPen(std::uint32_t node) const
{
    const bool isSelected = node == m_selected;
    return QPen(
        isSelected && hasFocus() ? m_theme.accent : m_theme.hover, (isSelected ? 1.6 : 1) * m_theme.strokes);
}

QColor TreePicture::colourOf(std::uint32_t node) const
{
    if (node == 0)
        return blend(m_theme.panel, m_theme.text, 0.10);
    if (isSearching())
        return m_matches[node] ? m_theme.bands[4] : blend(m_theme.panel, m_theme.text, 0.05);
    const std::size_t hash = std::hash<std::string>()(m_tree->name[node]);
    return m_theme.bands[hash % m_theme.bands.size()];
}

bool TreePicture::event(QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const auto node = nodeAt(help->pos()))
        QToolTip::showText(help->globalPos(), plainTip(tipText(*node)), this);
    else
        QToolTip::hideText();
    return true;
}

void TreePicture::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    m_theme = Theme::fromPalette(palette());
    layOut();
}

void TreePicture::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void TreePicture::leaveEvent(QEvent* event)
{
    m_hovered.reset();
    update();
    QWidget::leaveEvent(event);
}

void TreePicture::mouseMoveEvent(QMouseEvent* event)
{
    m_hovered = nodeAt(event->position());
    setCursor(m_hovered ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

void TreePicture::mousePressEvent(QMouseEvent* event)
{
    const auto node = nodeToLookAt(event->position());
    if (event->button() == Qt::BackButton || event->button() == Qt::RightButton)
        goUp();
    else if (node)
        lookAt(*node);
    event->accept();
}

// Up and down a level, left and right to the siblings; never above the node that is looked at.
void TreePicture::walk(int key)
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

void TreePicture::keyPressEvent(QKeyEvent* event)
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
