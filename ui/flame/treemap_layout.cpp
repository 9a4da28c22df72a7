// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flame/treemap_layout.h"

#include <algorithm>
#include <span>

namespace tidemark::ui {

namespace {

struct Part {
    std::uint32_t node = 0;
    bool isOwn = false;
    double area = 0; // pixels
    QRectF rect;
};

// How far from square the worst of parts with these areas is, when they lie in a strip along `side`.
double worstShape(double smallest, double largest, double sum, double side)
{
    const double square = side * side / (sum * sum);
    return std::max(largest * square, 1 / (smallest * square));
}

// Lays parts along the shorter side of `room`, and takes what they need from it.
void layStrip(std::span<Part> parts, double sum, QRectF& room)
{
    const bool isUpright = room.width() >= room.height(); // a strip at the left, its parts one below another
    const double side = isUpright ? room.height() : room.width();
    const double thickness = side > 0 ? sum / side : 0;
    double at = isUpright ? room.top() : room.left();
    for (Part& part : parts) {
        const double length = thickness > 0 ? part.area / thickness : 0;
        part.rect = isUpright ? QRectF(room.left(), at, thickness, length)
                              : QRectF(at, room.top(), length, thickness);
        at += length;
    }
    if (isUpright)
        room.setLeft(room.left() + thickness);
    else
        room.setTop(room.top() + thickness);
}

// `parts` with most area first; together they have the area of the room.
void squarify(std::span<Part> parts, QRectF room)
{
    while (!parts.empty()) {
        const double side = std::min(room.width(), room.height());
        double sum = parts[0].area;
        std::size_t count = 1;
        while (count < parts.size()) {
            const double more = sum + parts[count].area;
            const double now = worstShape(parts[count - 1].area, parts[0].area, sum, side);
            if (worstShape(parts[count].area, parts[0].area, more, side) > now)
                break;
            sum = more;
            ++count;
        }
        layStrip(parts.first(count), sum, room);
        parts = parts.subspan(count);
    }
}

class TreemapMaker {
public:
    TreemapMaker(const CallTree& tree, double areaOfByte, int levels, double least)
        : m_tree(tree)
        , m_areaOfByte(areaOfByte)
        , m_levels(levels)
        , m_least(least)
    { }

    void add(std::uint32_t node, const QRectF& rect, int level)
    {
        const std::uint32_t divided = innermostAlike(node);
        const std::size_t place = m_boxes.size();
        m_boxes.push_back({node, divided, level, false, true, rect});
        if (level >= m_levels || std::min(rect.width(), rect.height()) < m_least)
            return;
        std::vector<Part> parts = partsOf(divided);
        if (parts.empty())
            return;
        m_boxes[place].isLeaf = false;
        squarify(parts, rect);
        for (const Part& part : parts) {
            if (part.isOwn)
                m_boxes.push_back({part.node, part.node, level + 1, true, true, part.rect});
            else
                add(part.node, part.rect, level + 1);
        }
    }

    std::vector<TreemapBox> take() { return std::move(m_boxes); }

private:
    std::uint32_t innermostAlike(std::uint32_t node) const
    {
        while (node + 1 < m_tree.end[node] && m_tree.bytes[node + 1] == m_tree.bytes[node])
            ++node;
        return node;
    }

    std::vector<Part> partsOf(std::uint32_t node) const
    {
        std::vector<Part> parts;
        const auto add = [&](std::uint32_t of, bool isOwn, std::uint64_t bytes) {
            if (bytes > 0)
                parts.push_back({of, isOwn, static_cast<double>(bytes) * m_areaOfByte, {}});
        };
        for (std::uint32_t child = node + 1; child < m_tree.end[node]; child = m_tree.end[child])
            add(child, false, m_tree.bytes[child]);
        if (!parts.empty())
            add(node, true, m_tree.ownBytes(node));
        std::stable_sort(
            parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.area > b.area; });
        return parts;
    }

    const CallTree& m_tree;
    double m_areaOfByte;
    int m_levels;
    double m_least;
    std::vector<TreemapBox> m_boxes;
};

} // namespace

std::vector<TreemapBox> layoutTreemap(
    const CallTree& tree, std::uint32_t focus, const QRectF& room, int levels, double least)
{
    if (focus >= tree.size() || tree.bytes[focus] == 0 || room.isEmpty())
        return {};
    TreemapMaker maker(
        tree, room.width() * room.height() / static_cast<double>(tree.bytes[focus]), levels, least);
    maker.add(focus, room, 0);
    return maker.take();
}

std::optional<std::size_t> treemapBoxAt(const std::vector<TreemapBox>& boxes, const QPointF& point)
{
    for (std::size_t i = boxes.size(); i-- > 0;) {
        const QRectF& rect = boxes[i].rect;
        if (point.x() >= rect.left() && point.x() < rect.right() && point.y() >= rect.top()
            && point.y() < rect.bottom())
            return i;
    }
    return std::nullopt;
}

} // namespace tidemark::ui
