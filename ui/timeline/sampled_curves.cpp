// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/sampled_curves.h"

#include "core/base/time_distance.h"
#include "ui/details/figures.h"
#include "ui/timeline/tickers.h"
#include "ui/view_state.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tidemark::ui {

namespace {

QColor curveColour(const Theme& theme, const QString& name, std::size_t place)
{
    if (name == QLatin1String("allocated"))
        return theme.allocated;
    if (name == QLatin1String("active"))
        return theme.active;
    if (name == QLatin1String("reserved"))
        return theme.reserved;
    // Categories have no colours of their own: those that are told apart best take turns.
    const std::array others = {theme.active, theme.freeBeside, theme.rounding, theme.driver, theme.accent,
        theme.wholeFree, theme.text};
    return others[place % others.size()];
}

// Once the colours repeat, the lines differ.
Qt::PenStyle curveStyle(std::size_t place)
{
    constexpr std::array styles = {Qt::SolidLine, Qt::DashLine, Qt::DotLine};
    return styles[place / 7 % styles.size()];
}

// What holds at a moment: the last sample not behind it.
std::optional<std::int64_t> valueAt(const SampledCurve& curve, std::int64_t time)
{
    const std::size_t behind = curve.timeUs.partitionPoint(
        0, curve.timeUs.size(), [time](std::int64_t sample) { return sample <= time; });
    if (behind == 0)
        return std::nullopt;
    return curve.bytes[behind - 1];
}

} // namespace

SampledCurves::SampledCurves(ViewState* state, QWidget* parent)
    : QCustomPlot(parent)
    , m_state(state)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Sampled memory curves over time"));
    setUp();
    connect(state, &ViewState::recordingChanged, this, &SampledCurves::rebuild);
    connect(state, &ViewState::deviceChanged, this, &SampledCurves::rebuild);
    connect(state, &ViewState::unitsChanged, this, [this] {
        yAxis->setTicker(QSharedPointer<ByteTicker>::create(m_state->units()));
        placeReadout(std::nullopt);
        replot(QCustomPlot::rpQueuedReplot);
    });
    connect(xAxis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, &SampledCurves::keepInside);
    rebuild();
}

void SampledCurves::setUp()
{
    setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    axisRect()->setRangeDrag(Qt::Horizontal);
    axisRect()->setRangeZoom(Qt::Horizontal);
    xAxis->setTicker(QSharedPointer<TimeTicker>::create());
    yAxis->setTicker(QSharedPointer<ByteTicker>::create(m_state->units()));
    xAxis->grid()->setVisible(false);
    yAxis->setBasePen(Qt::NoPen);
    yAxis->setSubTicks(false);
    yAxis->setTickLength(0);

    // The legend stands above the curves, at the left.
    constexpr double noMoreThanNeeded = 0.001;
    auto* top = new QCPLayoutGrid;
    plotLayout()->insertRow(0);
    plotLayout()->addElement(0, 0, top);
    plotLayout()->setRowStretchFactor(0, noMoreThanNeeded);
    top->addElement(0, 0, legend);
    top->addElement(0, 1, new QCPLayoutElement);
    top->setColumnStretchFactor(0, noMoreThanNeeded);
    legend->setVisible(true);
    legend->setFillOrder(QCPLegend::foColumnsFirst);
    legend->setWrap(8);
    legend->setBorderPen(Qt::NoPen);
    legend->setBrush(Qt::NoBrush);
    legend->setMargins(QMargins(14, 8, 8, 2));
    legend->setColumnSpacing(18);

    layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmBuffered);
    m_line = new QCPItemStraightLine(this);
    m_readout = new QCPItemText(this);
    for (QCPAbstractItem* item :
        {static_cast<QCPAbstractItem*>(m_line), static_cast<QCPAbstractItem*>(m_readout)}) {
        item->setLayer(QStringLiteral("overlay"));
        item->setSelectable(false);
        item->setVisible(false);
    }
    m_readout->position->setTypeX(QCPItemPosition::ptAbsolute);
    m_readout->position->setTypeY(QCPItemPosition::ptAbsolute);
    m_readout->setPadding(QMargins(8, 6, 8, 6));
    m_readout->setTextAlignment(Qt::AlignLeft);
}

void SampledCurves::rebuild()
{
    clearGraphs();
    m_start = INT64_MAX;
    m_end = 1;
    m_highest = 1;
    placeReadout(std::nullopt);
    if (m_state->hasDevice()) {
        const auto& curves = m_state->device().curves;
        for (const SampledCurve& curve : curves) {
            if (!curve.timeUs.empty())
                m_start = std::min(m_start, curve.timeUs[0]);
        }
        for (const SampledCurve& curve : curves)
            addCurve(curve);
    }
    applyTheme();
    fit();
}

void SampledCurves::addCurve(const SampledCurve& curve)
{
    QVector<QCPGraphData> points;
    points.reserve(static_cast<qsizetype>(curve.timeUs.size()));
    for (std::size_t i = 0; i < curve.timeUs.size(); ++i) {
        const auto time = static_cast<double>(timeDistance(m_start, curve.timeUs[i]));
        const auto bytes = static_cast<double>(curve.bytes[i]);
        points.append(QCPGraphData(time, bytes));
        m_end = std::max(m_end, time);
        m_highest = std::max(m_highest, bytes);
    }
    QCPGraph* graph = addGraph();
    graph->setName(textOf(curve.name));
    graph->setLineStyle(QCPGraph::lsStepLeft);
    graph->data()->set(points, true);
}

void SampledCurves::fit()
{
    constexpr double room = 1.02;
    xAxis->setRange(0, m_end * room);
    yAxis->setRange(0, m_highest * 1.08);
    replot(QCustomPlot::rpQueuedReplot);
}

void SampledCurves::keepInside(const QCPRange& range)
{
    constexpr double room = 1.02;
    const double width = std::clamp(range.size(), std::min(10.0, m_end), m_end * room);
    const double first = std::clamp(range.lower, 0.0, m_end * room - width);
    if (first != range.lower || first + width != range.upper)
        xAxis->setRange(first, first + width);
}

void SampledCurves::applyTheme()
{
    m_theme = Theme::fromPalette(palette());
    const QFont font = Theme::labelFont(this->font());
    setBackground(m_theme.background);
    axisRect()->setBackground(m_theme.panel);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setTickLabelFont(font);
        axis->setTickLabelColor(m_theme.mutedText);
        axis->setTickPen(QPen(m_theme.border, 0));
        axis->setSubTickPen(QPen(m_theme.border, 0));
        axis->grid()->setPen(QPen(m_theme.grid, 0));
    }
    xAxis->setBasePen(QPen(m_theme.border, 0));
    legend->setFont(font);
    legend->setTextColor(m_theme.text);
    for (int i = 0; i < graphCount(); ++i) {
        const auto place = static_cast<std::size_t>(i);
        constexpr double width = 1.6;
        graph(i)->setPen(QPen(curveColour(m_theme, graph(i)->name(), place), width, curveStyle(place)));
    }
    m_line->setPen(QPen(m_theme.hover, 0));
    m_readout->setFont(Theme::figureFont(font));
    m_readout->setColor(m_theme.text);
    m_readout->setBrush(m_theme.raised);
    m_readout->setPen(QPen(m_theme.border, 0));
    replot(QCustomPlot::rpQueuedReplot);
}

QString SampledCurves::readoutAt(double microseconds) const
{
    if (!m_state->hasDevice())
        return {};
    const auto since = static_cast<std::int64_t>(std::floor(microseconds));
    QStringList lines = {secondsText(since)};
    for (const SampledCurve& curve : m_state->device().curves) {
        if (const auto bytes = valueAt(curve, m_start + since))
            lines << QStringLiteral("%1  %2").arg(textOf(curve.name),
                bytesText(static_cast<std::uint64_t>(std::max<std::int64_t>(*bytes, 0)), m_state->units()));
    }
    return lines.join(QLatin1Char('\n'));
}

void SampledCurves::placeReadout(std::optional<double> microseconds)
{
    const bool isShown = microseconds && *microseconds >= 0 && *microseconds <= m_end * 1.02;
    if (!isShown && !m_line->visible())
        return;
    m_line->setVisible(isShown);
    m_readout->setVisible(isShown);
    if (isShown) {
        m_line->point1->setCoords(*microseconds, 0);
        m_line->point2->setCoords(*microseconds, 1);
        m_readout->setText(readoutAt(*microseconds));
        const double x = xAxis->coordToPixel(*microseconds);
        const bool isRight = x > axisRect()->center().x();
        m_readout->setPositionAlignment(Qt::AlignTop | (isRight ? Qt::AlignRight : Qt::AlignLeft));
        m_readout->position->setCoords(x + (isRight ? -10 : 10), axisRect()->top() + 8);
    }
    layer(QStringLiteral("overlay"))->replot();
}

void SampledCurves::changeEvent(QEvent* event)
{
    QCustomPlot::changeEvent(event);
    if ((event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) && m_readout)
        applyTheme();
}

void SampledCurves::leaveEvent(QEvent* event)
{
    placeReadout(std::nullopt);
    QCustomPlot::leaveEvent(event);
}

void SampledCurves::mouseMoveEvent(QMouseEvent* event)
{
    QCustomPlot::mouseMoveEvent(event);
    if (axisRect()->rect().contains(event->pos()))
        placeReadout(xAxis->pixelToCoord(event->position().x()));
    else
        placeReadout(std::nullopt);
}

void SampledCurves::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        fit();
    event->accept();
}

} // namespace tidemark::ui
