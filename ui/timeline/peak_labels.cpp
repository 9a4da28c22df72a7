// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/peak_labels.h"

#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

using namespace Qt::Literals::StringLiterals;

class PeakLayout {
public:
    explicit PeakLayout(const PeakSpace& space)
        : m_space(space)
    { }

    void add(Curve curve, const QString& word)
    {
        const DeviceHistory::Peak peak = m_space.history.peak(curve);
        const double x = axisValue(m_space.device, m_space.geometry.axis, peak.position);
        if (peak.bytes <= 0 || !m_space.geometry.range.contains(x))
            return;
        PlacedPeak placed;
        placed.curve = curve;
        placed.point = {m_space.geometry.toPixel(x), y(peak.bytes)};
        placed.text = word + u' ' + QString::fromStdString(formatBytes(peak.bytes, m_space.units));
        const QSizeF size = m_space.textSize(placed.text);
        for (const QPointF& corner : candidates(placed.point, size)) {
            placed.label = kept(QRectF(corner, size));
            if (isFree(placed.label, placed.point)) {
                m_placed.push_back(std::move(placed));
                return;
            }
        }
    }

    std::vector<PlacedPeak> take() { return std::move(m_placed); }

private:
    static constexpr double distance = 5;

    double y(std::int64_t value) const
    {
        return m_space.plot.bottom() - static_cast<double>(value) / m_space.top * m_space.plot.height();
    }

    static std::array<QPointF, 5> candidates(const QPointF& point, const QSizeF& size)
    {
        const double above = point.y() - distance - size.height();
        const double beside = point.y() - size.height() / 2;
        return {QPointF(point.x() - size.width() / 2, above), QPointF(point.x() + distance, above),
            QPointF(point.x() - distance - size.width(), above), QPointF(point.x() + 2 * distance, beside),
            QPointF(point.x() - 2 * distance - size.width(), beside)};
    }

    QRectF kept(QRectF label) const
    {
        constexpr double border = 4;
        label.moveLeft(std::clamp(label.left(), m_space.plot.left() + border,
            std::max(m_space.plot.left() + border, m_space.plot.right() - border - label.width())));
        return label;
    }

    bool isFree(const QRectF& label, const QPointF& point) const
    {
        if (label.top() < m_space.plot.top() || label.contains(point))
            return false;
        const bool hitsOther = std::any_of(m_placed.begin(), m_placed.end(),
            [&](const PlacedPeak& other) { return other.label.adjusted(-4, -1, 4, 1).intersects(label); });
        return !hitsOther
            && std::none_of(m_space.columns.begin(), m_space.columns.end(),
                [&](const auto& columns) { return crosses(columns, label); });
    }

    // Whether a curve runs through the label.
    bool crosses(const std::vector<CurveColumn>& columns, const QRectF& label) const
    {
        const double columnsPerPixel = static_cast<double>(columns.size()) / m_space.geometry.width;
        const auto columnAt = [&](double x) {
            const double column = (x - m_space.geometry.left) * columnsPerPixel;
            return static_cast<std::size_t>(std::clamp(column, 0.0, static_cast<double>(columns.size() - 1)));
        };
        for (std::size_t i = columnAt(label.left()); i <= columnAt(label.right()); ++i) {
            const double top = y(std::max(columns[i].first, columns[i].max));
            const double bottom = y(std::min(columns[i].first, columns[i].min));
            if (top < label.bottom() && bottom > label.top())
                return true;
        }
        return false;
    }

    const PeakSpace& m_space;
    std::vector<PlacedPeak> m_placed;
};

} // namespace

std::vector<PlacedPeak> layoutPeaks(const PeakSpace& space)
{
    if (space.columns[0].empty())
        return {};
    PeakLayout layout(space);
    if (space.history.hasReserved())
        layout.add(Curve::Reserved, u"most reserved"_s);
    layout.add(Curve::Allocated, u"peak"_s);
    return layout.take();
}

} // namespace tidemark::ui
