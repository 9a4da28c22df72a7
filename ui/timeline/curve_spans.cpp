// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/curve_spans.h"

#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

std::vector<CurveSpan> thickened(const std::vector<CurveSpan>& spans, const RowScale& scale, int lineWidth)
{
    std::vector<CurveSpan> thick = spans;
    const auto reach = static_cast<std::size_t>(std::max(lineWidth, 1) - 1);
    for (std::size_t x = 0; x < spans.size(); ++x) {
        CurveSpan& span = thick[x];
        for (std::size_t other = x - std::min(x, reach); other < x; ++other) {
            span.top = std::min(span.top, spans[other].top);
            span.bottom = std::max(span.bottom, spans[other].bottom);
        }
        span.bottom = std::min(scale.height - 1, span.bottom + static_cast<int>(reach));
    }
    return thick;
}

} // namespace

int RowScale::row(std::int64_t value) const
{
    const double fromTop = height - static_cast<double>(value) * (height / top);
    return std::clamp(static_cast<int>(std::floor(fromTop)), 0, height - 1);
}

std::vector<CurveSpan> curveSpans(std::span<const CurveColumn> columns, const RowScale& scale, int lineWidth)
{
    std::vector<CurveSpan> spans(columns.size());
    for (std::size_t x = 0; x < spans.size(); ++x) {
        const CurveColumn& column = columns[x];
        spans[x].top = scale.row(std::max(column.first, column.max));
        spans[x].bottom = scale.row(std::min(column.first, column.min));
    }
    return thickened(spans, scale, lineWidth);
}

} // namespace tidemark::ui
