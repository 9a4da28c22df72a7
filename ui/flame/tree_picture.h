// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/call_tree.h"
#include "core/base/bytes.h"
#include "ui/theme.h"

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

namespace tidemark::ui {

// The memory that is alive at one moment as a picture of a tree. A click, or Enter, looks at a node alone,
// Backspace and Escape go back up. The arrow keys walk through the tree: down to the largest of a node, left
// and right to its neighbours.
class TreePicture : public QWidget {
    Q_OBJECT

public:
    // Stays at the node that is looked at where the new tree has it.
    void setTree(std::shared_ptr<const CallTree> tree);
    void setUnits(ByteUnits units);
    const CallTree* tree() const { return m_tree.get(); }

    std::uint32_t focusNode() const { return m_focus; }
    void lookAt(std::uint32_t node);
    void goUp(); // to a node above the one that is looked at
    std::uint32_t selectedNode() const { return m_selected; }
    void select(std::uint32_t node);

    // What does not match is paler; empty: nothing is.
    void setSearch(const QString& text);

    // "features.3: 1.20 GiB (1,288,490,188 B), 28.4 % of all, 12 blocks".
    QString sentence(std::uint32_t node) const;
    // With the figures in a line of their own; of a node of the tree.
    QString tipText(std::uint32_t node) const;

    QSize sizeHint() const override { return {400, 200}; }

Q_SIGNALS:
    void focusChanged();
    void selectionChanged();
    void searched(quint64 matchedBytes, bool isSearching);

protected:
    explicit TreePicture(QWidget* parent);

    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

    // Where everything lies, after the tree, the focus, the size or the font has changed.
    virtual void layOut() = 0;
    // What a hover tells of, and what a click looks at.
    virtual std::optional<std::uint32_t> nodeAt(const QPointF& point) const = 0;
    virtual std::optional<std::uint32_t> nodeToLookAt(const QPointF& point) const { return nodeAt(point); }
    // Of a node that is not all of the tree: what goUp() leads to.
    virtual std::uint32_t nodeAbove(std::uint32_t node) const { return m_tree->parent[node]; }

    const Theme& theme() const { return m_theme; }
    ByteUnits units() const { return m_units; }
    bool isSearching() const { return !m_search.isEmpty(); }
    bool isMatch(std::uint32_t node) const { return m_matches[node]; }
    std::optional<std::uint32_t> hoveredNode() const { return m_hovered; }
    bool isMarked(std::uint32_t node) const { return node == m_selected || node == m_hovered; }
    QPen markPen(std::uint32_t node) const; // around a marked node
    // By its name, alike in all pictures; paler where something else is searched.
    QColor colourOf(std::uint32_t node) const;

private:
    void look(const QString& text);
    QString figures(std::uint32_t node) const;
    void describe();
    void walk(int key);

    std::shared_ptr<const CallTree> m_tree;
    Theme m_theme;
    std::vector<bool> m_matches; // by node; all false: nothing is searched
    QString m_search;
    ByteUnits m_units = ByteUnits::Binary;
    std::uint32_t m_focus = 0;
    std::uint32_t m_selected = 0;
    std::optional<std::uint32_t> m_hovered;
};

} // namespace tidemark::ui
