// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/steps/folded_steps.h"

#include "core/analysis/curves/curve_columns.h"
#include "ui/details/figures.h"
#include "ui/theme.h"
#include "ui/view_state.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

constexpr std::size_t mostSteps = 120; // that are drawn: of more, evenly chosen ones, the first and the last
constexpr int rulers = 4; // above zero

// A round number of bytes not below a quarter of the highest: 1, 2 or 5 times a power of ten in its unit.
double rulerDistance(double highest, ByteUnits units)
{
    const double least = std::max(highest / rulers, 1.0);
    const double unit =
        std::pow(unitFactor(units), std::floor(std::log(least) / std::log(unitFactor(units))));
    const double ten = std::pow(10.0, std::floor(std::log10(least / unit)));
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
        if (factor * ten * unit >= least)
            return factor * ten * unit;
    return 10 * ten * unit;
}

} // namespace

FoldedSteps::FoldedSteps(ViewState& state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
{
    setObjectName(QStringLiteral("foldedSteps"));
    setAccessibleName(tr("Allocated memory in each step, all steps over each other"));
    connect(&state, &ViewState::unitsChanged, this, qOverload<>(&QWidget::update));
}

void FoldedSteps::setDrift(std::shared_ptr<const FoundDrift> drift)
{
    m_drift = std::move(drift);
    m_drawn.clear();
    m_highest = 0;
    const std::size_t steps = m_drift ? m_drift->drift.steps.size() : 0;
    const std::size_t drawn = std::min(steps, mostSteps);
    for (std::size_t i = 0; i < drawn; ++i)
        m_drawn.push_back(drawn == 1 ? 0 : i * (steps - 1) / (drawn - 1));
    for (std::size_t i = 0; i < steps; ++i)
        m_highest = std::max(m_highest, m_drift->drift.steps[i].peak);
    update();
}

QRect FoldedSteps::plotRect() const
{
    const QFontMetrics metrics(Theme::labelFont(font()));
    return rect().adjusted(
        metrics.horizontalAdvance(QStringLiteral("0000.00 MiB")) + 12, 10, -14, -metrics.height() - 8);
}

double FoldedSteps::heightOf(double bytes, const QRect& plot) const
{
    return plot.bottom()
        - bytes / (1.04 * static_cast<double>(std::max<std::int64_t>(m_highest, 1))) * plot.height();
}

void FoldedSteps::paintScale(QPainter& painter, const QRect& plot) const
{
    const Theme theme = Theme::fromPalette(palette());
    painter.setFont(Theme::labelFont(font()));
    const int height = painter.fontMetrics().height();
    const double distance = rulerDistance(static_cast<double>(m_highest), m_state.units());
    for (double bytes = 0; bytes <= static_cast<double>(m_highest); bytes += distance) {
        const double y = heightOf(bytes, plot);
        painter.setPen(theme.grid);
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(0, y - height / 2.0, plot.left() - 8, height),
            Qt::AlignRight | Qt::AlignVCenter, bytesText(static_cast<std::uint64_t>(bytes), m_state.units()));
    }
    const QRect below(plot.left(), plot.bottom() + 4, plot.width(), height);
    painter.drawText(below, Qt::AlignLeft, tr("first event of the step"));
    painter.drawText(below, Qt::AlignRight, tr("last event"));
    const QString legend = tr("allocated memory; the last step dark, earlier ones paler");
    if (painter.fontMetrics().horizontalAdvance(legend) < plot.width() / 2)
        painter.drawText(below, Qt::AlignHCenter, legend);
}

// The highest and the last level of each pixel column: no spike is lost.
void FoldedSteps::paintStep(
    QPainter& painter, const QRect& plot, const StepLevels& step, const QColor& colour, double width) const
{
    const int columns = std::max(1, plot.width());
    std::vector<std::size_t> borders;
    const auto events = static_cast<double>(step.range.end - step.range.begin);
    for (int i = 0; i <= columns; ++i)
        borders.push_back(step.range.begin + static_cast<std::size_t>(std::llround(events * i / columns)));
    const DeviceHistory& history = m_drift->recording->histories[m_drift->device];
    QPolygonF line;
    const auto shown = curveColumns(history, Curve::Allocated, borders);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const double x = plot.left() + static_cast<double>(i) + 0.5;
        if (shown[i].max != shown[i].first && shown[i].max != shown[i].last)
            line << QPointF(x, heightOf(static_cast<double>(shown[i].max), plot));
        line << QPointF(x, heightOf(static_cast<double>(shown[i].last), plot));
    }
    painter.setPen(QPen(colour, width));
    painter.drawPolyline(line);
}

void FoldedSteps::paintEvent(QPaintEvent*)
{
    const Theme theme = Theme::fromPalette(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    if (m_drawn.empty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    const QRect plot = plotRect();
    paintScale(painter, plot);
    for (std::size_t i = 0; i < m_drawn.size(); ++i) {
        const bool isLast = i + 1 == m_drawn.size();
        const double age =
            m_drawn.size() < 2 ? 1 : static_cast<double>(i) / static_cast<double>(m_drawn.size() - 1);
        const QColor colour =
            isLast ? theme.allocated : blend(theme.panel, theme.allocated, 0.25 + 0.35 * age);
        paintStep(painter, plot, m_drift->drift.steps[m_drawn[i]], colour, isLast ? 1.6 : 1.0);
    }
}

void FoldedSteps::mousePressEvent(QMouseEvent* event)
{
    const QRect plot = plotRect();
    if (m_drawn.empty() || event->button() != Qt::LeftButton || plot.width() <= 0)
        return QWidget::mousePressEvent(event);
    const StepRange& range = m_drift->drift.steps[m_drawn.back()].range;
    const double share = std::clamp((event->position().x() - plot.left()) / plot.width(), 0.0, 1.0);
    m_state.setCursor(range.begin
        + static_cast<std::size_t>(std::llround(share * static_cast<double>(range.end - range.begin))));
}

} // namespace tidemark::ui
