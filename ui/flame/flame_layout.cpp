// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flame/flame_layout.h"

#include <algorithm>

namespace tidemark::ui {

std::vector<FlameBox> layoutFlame(
    const CallTree& tree, std::uint32_t focus, double width, double rowHeight, double least)
{
    std::vector<FlameBox> boxes;
    if (tree.size() == 0 || focus >= tree.size() || width <= 0)
        return boxes;
    for (std::uint32_t node = focus; node != 0;) {
        node = tree.parent[node];
        boxes.push_back({node, QRectF(0, tree.depth[node] * rowHeight, width, rowHeight), true});
    }
    if (tree.bytes[focus] == 0) {
        boxes.push_back({focus, QRectF(0, tree.depth[focus] * rowHeight, width, rowHeight), false});
        return boxes;
    }
    const double perByte = width / static_cast<double>(tree.bytes[focus]);
    std::vector<std::uint64_t> nextLeft = {0}; // by row below the focus: where the next box begins
    for (std::uint32_t node = focus; node < tree.end[focus];) {
        const std::size_t row = tree.depth[node] - tree.depth[focus];
        const std::uint64_t left = nextLeft[row];
        nextLeft[row] += tree.bytes[node];
        const double boxWidth = static_cast<double>(tree.bytes[node]) * perByte;
        if (boxWidth < least) {
            node = tree.end[node];
            continue;
        }
        boxes.push_back({node,
            QRectF(static_cast<double>(left) * perByte, tree.depth[node] * rowHeight, boxWidth, rowHeight),
            false});
        nextLeft.resize(std::max(nextLeft.size(), row + 2));
        nextLeft[row + 1] = left; // those below begin where it does
        ++node;
    }
    std::stable_sort(boxes.begin(), boxes.end(),
        [](const FlameBox& a, const FlameBox& b) { return a.rect.top() < b.rect.top(); });
    return boxes;
}

int flameRows(const CallTree& tree, std::uint32_t focus)
{
    if (focus >= tree.size())
        return 0;
    const auto deepest = std::max_element(tree.depth.begin() + focus, tree.depth.begin() + tree.end[focus]);
    return static_cast<int>(*deepest) + 1;
}

std::optional<std::uint32_t> flameNodeAt(const std::vector<FlameBox>& boxes, const QPointF& point)
{
    for (const FlameBox& box : boxes)
        if (point.x() >= box.rect.left() && point.x() < box.rect.right() && point.y() >= box.rect.top()
            && point.y() < box.rect.bottom())
            return box.node;
    return std::nullopt;
}

std::vector<bool> flameMatches(const CallTree& tree, const QString& text)
{
    std::vector<bool> matches(tree.size());
    if (text.isEmpty())
        return matches;
    for (std::size_t node = 1; node < tree.size(); ++node)
        matches[node] = QString::fromStdString(tree.name[node]).contains(text, Qt::CaseInsensitive);
    return matches;
}

std::uint64_t matchedBytes(const CallTree& tree, const std::vector<bool>& matches)
{
    std::uint64_t bytes = 0;
    for (std::size_t node = 0; node < matches.size();) {
        bytes += matches[node] ? tree.bytes[node] : 0;
        node = matches[node] ? tree.end[node] : node + 1;
    }
    return bytes;
}

std::uint32_t sameNode(const CallTree& tree, const CallTree& other, std::uint32_t node)
{
    std::vector<std::uint32_t> path;
    for (; node != 0 && node < other.size(); node = other.parent[node])
        path.push_back(node);
    std::uint32_t found = 0;
    for (auto step = path.rbegin(); step != path.rend(); ++step) {
        std::uint32_t child = found + 1;
        while (child < tree.end[found] && tree.name[child] != other.name[*step])
            child = tree.end[child];
        if (child >= tree.end[found])
            break;
        found = child;
    }
    return found;
}

} // namespace tidemark::ui
