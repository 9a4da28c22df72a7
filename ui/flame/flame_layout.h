// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/call_tree.h"

#include <QRectF>
#include <QString>
#include <optional>
#include <vector>

namespace tidemark::ui {

// One node of the tree as it is drawn.
struct FlameBox {
    std::uint32_t node = 0; // of the tree
    QRectF rect;
    bool isAbove = false; // the node that is looked at lies in it: drawn in full width
};

// Where the nodes of a tree lie: all of it on top, below it what it is made of, as wide as it holds bytes.
// `focus` and what lies below it fill the width; the nodes above it stand over it. Boxes narrower than
// `least` pixels, and what is below them, are left out. By row, in each from the left.
std::vector<FlameBox> layoutFlame(
    const CallTree& tree, std::uint32_t focus, double width, double rowHeight, double least = 1);

// Rows that the layout of a focus needs, whatever the width.
int flameRows(const CallTree& tree, std::uint32_t focus);

// The box under a point.
std::optional<std::uint32_t> flameNodeAt(const std::vector<FlameBox>& boxes, const QPointF& point);

// Nodes whose name contains the text, large letters or small; none for an empty text.
std::vector<bool> flameMatches(const CallTree& tree, const QString& text);
// What they hold together: of a match inside a match only the outer one counts.
std::uint64_t matchedBytes(const CallTree& tree, const std::vector<bool>& matches);

// The node that has the same names above it as `node` has in another tree, or else the nearest one above it
// that is there.
std::uint32_t sameNode(const CallTree& tree, const CallTree& other, std::uint32_t node);

} // namespace tidemark::ui
