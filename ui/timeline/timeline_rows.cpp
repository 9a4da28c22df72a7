// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_rows.h"

#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

constexpr double border = 8; // above the first row
constexpr double gap = 6; // between groups of rows
constexpr double rightMargin = 14;
constexpr double segmentsHeight = 12;

// Hands out rows from the top to the bottom.
class RowStack {
public:
    RowStack(double left, double width)
        : m_left(left)
        , m_width(width)
    { }

    QRectF take(double height, double gapBelow)
    {
        const QRectF row(m_left, m_y, m_width, height);
        m_y += height + gapBelow;
        return row;
    }

    double y() const { return m_y; }

private:
    double m_left;
    double m_width;
    double m_y = border;
};

} // namespace

double TimelineRows::top() const
{
    for (const QRectF& row : {bands, marks, segments}) {
        if (!row.isEmpty())
            return row.top();
    }
    return panel.top();
}

TimelineRows layoutRows(const QSizeF& size, const RowNeeds& needs)
{
    const double width = std::max(1.0, std::floor(size.width() - needs.gutter - rightMargin));
    const double textRow = std::ceil(needs.textHeight) + 3;
    const bool isLow = size.height() < 220;
    TimelineRows rows;
    RowStack stack(needs.gutter, width);
    if (!isLow)
        rows.overview = stack.take(size.height() < 360 ? 22 : 30, gap);
    const int lanes = std::min(needs.lanes, isLow ? 1 : mostLanes);
    if (lanes > 0) {
        rows.laneHeight = textRow + 1;
        rows.bands = stack.take(lanes * rows.laneHeight, gap - 2);
    }
    if (needs.marks)
        rows.marks = stack.take(textRow, 2);
    if (needs.segments && !isLow)
        rows.segments = stack.take(segmentsHeight, 2);
    const double axisLabels = std::ceil(needs.textHeight) + 14;
    const double bottom = std::max(stack.y() + 1, std::floor(size.height() - axisLabels));
    rows.panel = QRectF(needs.gutter, stack.y(), width, bottom - stack.y());
    const double legendHeight = isLow ? 4 : textRow + 5;
    const double plotTop = std::min(std::ceil(rows.panel.top() + legendHeight), bottom - 1);
    rows.legend = QRectF(rows.panel.left(), rows.panel.top(), width, isLow ? 0 : legendHeight);
    rows.plot = QRectF(rows.panel.left(), plotTop, width, bottom - plotTop);
    return rows;
}

} // namespace tidemark::ui
