// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/call_tree.h"

#include <QRectF>
#include <optional>
#include <vector>

namespace tidemark::ui {

// A part of a treemap: a node, or what it holds that none below it does.
struct TreemapBox {
    std::uint32_t node = 0; // of the tree
    std::uint32_t inner = 0; // the innermost node that holds all of it; often itself
    int level = 0; // below the node that is looked at, which is 0; nodes that hold the same count once
    bool isOwn = false; // of the node only its own bytes
    bool isLeaf = true; // no box lies in it
    QRectF rect;
};

// The bytes of `focus` as the area of `room`: each box has exactly its share of it, those of one parent lie
// side by side in it and do not overlap, and are as square as they can be (Bruls, Huizing and van Wijk,
// "Squarified Treemaps", 2000). Of nodes of which each holds all of the one above only the outermost has a
// box. Boxes whose shorter side is under `least` pixels are not divided, nor are those `levels` below the
// focus. A box comes before those in it.
std::vector<TreemapBox> layoutTreemap(
    const CallTree& tree, std::uint32_t focus, const QRectF& room, int levels = 3, double least = 12);

// The innermost box under a point; its place in `boxes`.
std::optional<std::size_t> treemapBoxAt(const std::vector<TreemapBox>& boxes, const QPointF& point);

} // namespace tidemark::ui
