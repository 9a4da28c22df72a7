// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_plot.h"

#include "ui/highlight.h"
#include "ui/timeline/hover_texts.h"
#include "ui/timeline/tickers.h"

#include <QAccessible>

namespace tidemark::ui {

namespace {

// Runs a painter of the scene in one of QCustomPlot's layers.
class PaintedLayerable : public QCPLayerable {
public:
    using Paint = std::function<void(QPainter&)>;

    PaintedLayerable(QCustomPlot* plot, const QString& layer, Paint paint)
        : QCPLayerable(plot, layer)
        , m_paint(std::move(paint))
    { }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(false); }
    void draw(QCPPainter* painter) override { m_paint(*painter); }

private:
    Paint m_paint;
};

void colourAxis(QCPAxis* axis, const Theme& theme, const QFont& font)
{
    axis->setTickLabelFont(font);
    axis->setTickLabelColor(theme.mutedText);
    axis->setTickPen(QPen(theme.border, 0));
    axis->setSubTickPen(QPen(theme.border, 0));
    QColor grid = theme.text;
    grid.setAlphaF(theme.isDark ? 0.10F : 0.08F);
    axis->grid()->setPen(QPen(grid, 0));
    axis->grid()->setZeroLinePen(QPen(theme.border, 0));
}

} // namespace

TimelinePlot::TimelinePlot(ViewState* state, QWidget* parent)
    : QCustomPlot(parent)
    , m_state(state)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setContextMenuPolicy(Qt::PreventContextMenu); // the right button chooses a range
    mReplotting = true; // forever: the first replot, which is queued already, would make the buffers
    setAccessibleName(tr("Timeline of allocated, active and reserved memory"));
    setUpAxes();
    addLayers();
    applyTheme();
    applyAxis();
    connectState();
    startAnew();
}

void TimelinePlot::connectState()
{
    connect(m_state, &ViewState::recordingChanged, this, &TimelinePlot::startAnew);
    connect(m_state, &ViewState::deviceChanged, this, &TimelinePlot::startAnew);
    connect(m_state, &ViewState::recordingGrown, this, [this] {
        m_builder.grow();
        queueFrame();
    });
    connect(m_state, &ViewState::filterChanged, this, [this] {
        m_builder.showOtherPart();
        updateDescription();
        queueFrame();
    });
    connect(m_state, &ViewState::curvesChanged, this, [this] {
        m_builder.grow();
        updateDescription();
        queueFrame();
    });
    connect(m_state, &ViewState::notesChanged, this, [this] {
        m_builder.grow();
        queueFrame();
    });
    connect(m_state, &ViewState::axisChanged, this, &TimelinePlot::applyAxis);
    connect(m_state, &ViewState::unitsChanged, this, [this] {
        yAxis->setTicker(QSharedPointer<ByteTicker>::create(m_state->units()));
        m_builder.showOtherUnits();
        queueFrame();
    });
    connect(m_state, &ViewState::rangeChanged, this, &TimelinePlot::queueFrame);
    connect(m_state, &ViewState::overlaysChanged, this, &TimelinePlot::queueFrame);
    connect(m_state, &ViewState::highlightChanged, this, &TimelinePlot::queueFrame);
    connect(m_state, &ViewState::colouringChanged, this, [this] {
        m_builder.recolour();
        queueFrame();
    });
    connect(m_state, &ViewState::cursorChanged, this, [this] {
        updateDescription();
        queueOverlay();
    });
}

void TimelinePlot::addLayers()
{
    const auto add = [this](const char* layer, void (*paint)(QPainter&, const TimelineScene&)) {
        new PaintedLayerable(
            this, QString::fromLatin1(layer), [this, paint](QPainter& painter) { paint(painter, m_scene); });
    };
    // The grid lies over the curves' areas, which are opaque.
    add("background", paintPanel);
    add("background", paintCurves);
    add("legend", paintCapacity);
    add("legend", paintOverview);
    add("legend", paintBands);
    add("legend", paintSegmentTicks);
    add("legend", paintMarks);
    add("legend", paintPeaks);
    add("legend", paintLegend);
}

void TimelinePlot::setUpAxes()
{
    axisRect()->setAutoMargins(QCP::msNone);
    axisRect()->setBackground(Qt::NoBrush);
    yAxis->setTicker(QSharedPointer<ByteTicker>::create(m_state->units()));
    yAxis->setTickLength(0);
    yAxis->setBasePen(Qt::NoPen);
    yAxis->setTickLabelPadding(8);
    yAxis->setSubTicks(false);
    xAxis->grid()->setVisible(false);
    xAxis->setTickLength(0, 4);
    xAxis->setSubTickLength(0, 2);
    xAxis->setTickLabelPadding(4);
}

void TimelinePlot::applyTheme()
{
    m_theme = Theme::fromPalette(palette());
    colourAxis(xAxis, m_theme, Theme::labelFont(font()));
    colourAxis(yAxis, m_theme, Theme::labelFont(font()));
    xAxis->setBasePen(QPen(m_theme.border, 0));
    queueFrame();
}

void TimelinePlot::applyAxis()
{
    if (m_state->axis() == TimeAxis::Events)
        xAxis->setTicker(QSharedPointer<EventTicker>::create());
    else
        xAxis->setTicker(QSharedPointer<TimeTicker>::create());
    queueFrame();
}

void TimelinePlot::setDriver(const DriverChoice& choice)
{
    m_driver = choice;
    queueFrame();
}

void TimelinePlot::startAnew()
{
    m_builder.reset();
    updateDescription();
    queueFrame();
}

void TimelinePlot::layOut()
{
    m_frameIsStale = false;
    m_builder.recycle(m_scene);
    DriverChoice driver = m_driver;
    driver.isShown = driver.isShown && m_state->filter().isAll(); // it knows no parts of the memory
    m_scene = m_builder.build(*m_state,
        {QSizeF(size()), bufferDevicePixelRatio(), Theme::labelFont(font()),
            highlighted(m_theme, m_state->highlightedBand()), driver});
    // The margins are our own, so the axis is as wide in the layout to come as in the one made here.
    placeAxes();
    updateOverlay();
    Q_EMIT frameLaidOut();
}

void TimelinePlot::placeAxes()
{
    const QRect plot = m_scene.rows.plot.toRect();
    axisRect()->setMargins(
        QMargins(plot.left(), plot.top(), width() - plot.right() - 1, height() - plot.bottom() - 1));
    xAxis->setRange(m_scene.geometry.range.begin, m_scene.geometry.range.end);
    yAxis->setRange(0, m_scene.top);
    constexpr int pixelsPerLabel = 120;
    constexpr int pixelsPerValue = 38;
    xAxis->ticker()->setTickCount(std::max(1, plot.width() / pixelsPerLabel));
    yAxis->ticker()->setTickCount(std::clamp(plot.height() / pixelsPerValue, 2, 8));
    xAxis->setTickLabels(m_scene.hasDevice);
    yAxis->setTickLabels(m_scene.hasDevice);
}

void TimelinePlot::queueFrame()
{
    m_frameIsStale = true;
    update();
}

// The frame stays; only what lies over it is painted anew.
void TimelinePlot::queueOverlay()
{
    if (m_frameIsStale)
        return; // everything is
    const QRegion left = overlayRegion(m_scene, m_overlay);
    updateOverlay();
    update(left + overlayRegion(m_scene, m_overlay));
}

void TimelinePlot::updateOverlay()
{
    m_overlay = {};
    if (!m_scene.hasDevice || !m_state->hasDevice())
        return;
    m_overlay.cursor = axisValue(m_state->device(), m_state->axis(), m_state->cursor());
    m_overlay.rubberBand = m_mouse.rubberBand(m_scene);
    if (!m_hover)
        return;
    m_overlay.mouse = *m_hover;
    if (m_overlay.rubberBand) {
        m_overlay.readout = rangeReadout(*m_state, m_scene.geometry, *m_overlay.rubberBand);
        return;
    }
    if (m_mouse.isDragging())
        return;
    const QRectF& panel = m_scene.rows.panel;
    if (m_hover->x() >= panel.left() && m_hover->x() < panel.right() && m_hover->y() >= m_scene.rows.top()
        && m_hover->y() < panel.bottom())
        m_overlay.hoverX = m_hover->x();
    m_overlay.readout = readoutUnder(*m_hover);
}

Readout TimelinePlot::readoutUnder(const QPointF& mouse) const
{
    const TimelineRows& rows = m_scene.rows;
    if (rows.panel.contains(mouse)) {
        const std::size_t position = positionAtPixel(*m_state, m_scene.geometry, mouse.x());
        Readout readout =
            readoutAt(m_state->device(), m_state->curves(), position, m_theme, m_state->units());
        addDistance(readout, *m_state, position);
        if (const GroupColouring* colouring = m_state->colouring())
            addGroupRows(
                readout, *colouring, position, m_scene.bytesAt(mouse.y()), m_theme, m_state->units());
        return withOverlays(std::move(readout), position);
    }
    if (rows.bands.contains(mouse))
        return bandReadout(*m_state, m_builder.lanes(), m_scene, mouse.x());
    if (rows.marks.contains(mouse))
        return markReadout(*m_state, m_builder.marks(), m_scene, mouse.x());
    if (rows.segments.contains(mouse))
        return segmentReadout(*m_state, m_builder.moments(), m_scene, mouse.x());
    return {};
}

Readout TimelinePlot::withOverlays(Readout readout, std::size_t position) const
{
    for (const OverlayCurve* curve : m_state->overlays())
        addOverlayRow(readout, *curve, position, m_theme, m_state->units());
    if (m_driver.isShown && m_state->filter().isAll())
        addDriverRows(readout, m_state->device(), m_state->history(), position, m_theme, m_state->units());
    return readout;
}

void TimelinePlot::updateDescription()
{
    setAccessibleDescription(m_state->hasDevice()
            ? spokenText(m_state->device(), m_state->curves(), m_state->cursor())
            : tr("No recording is open."));
    if (QAccessible::isActive()) {
        QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
}

bool TimelinePlot::event(QEvent* event)
{
    // Also after a move to another screen.
    if (event->type() == QEvent::Show || event->type() == QEvent::ScreenChangeInternal) {
        setBufferDevicePixelRatio(devicePixelRatioF());
        queueFrame();
    }
    return QCustomPlot::event(event);
}

void TimelinePlot::changeEvent(QEvent* event)
{
    QCustomPlot::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
}

void TimelinePlot::resizeEvent(QResizeEvent*)
{
    setViewport(rect());
    queueFrame();
}

void TimelinePlot::paintEvent(QPaintEvent*)
{
    if (m_frameIsStale)
        layOut();
    QCPPainter painter(this);
    draw(&painter);
    paintOverlay(painter, m_scene, m_overlay);
}

void TimelinePlot::draw(QCPPainter* painter)
{
    const QPaintEngine::Type type = painter->paintEngine()->type();
    // For a page or a drawing the words are drawn as words, not as the screen's pixels.
    if (type == QPaintEngine::SVG || type == QPaintEngine::Pdf)
        painter->setModes(QCPPainter::pmVectorized);
    else
        paintSurroundings(*painter, rect(), m_scene);
    QCustomPlot::draw(painter);
}

void TimelinePlot::keyPressEvent(QKeyEvent* event)
{
    if (!handleTimelineKey(*m_state, *event))
        QCustomPlot::keyPressEvent(event);
}

void TimelinePlot::leaveEvent(QEvent* event)
{
    m_hover.reset();
    queueOverlay();
    QCustomPlot::leaveEvent(event);
}

void TimelinePlot::mousePressEvent(QMouseEvent* event)
{
    if (m_state->hasDevice())
        m_mouse.press(*m_state, m_scene, *event);
    event->accept();
}

void TimelinePlot::mouseMoveEvent(QMouseEvent* event)
{
    if (m_state->hasDevice())
        m_mouse.move(*m_state, m_scene, *event);
    m_hover = event->position();
    setCursor(m_mouse.shapeAt(m_scene, event->position()));
    queueOverlay();
    event->accept();
}

void TimelinePlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_state->hasDevice())
        m_mouse.release(*m_state, m_scene, *event);
    setCursor(m_mouse.shapeAt(m_scene, event->position()));
    queueOverlay();
    event->accept();
}

void TimelinePlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_state->fitRange();
    event->accept();
}

void TimelinePlot::wheelEvent(QWheelEvent* event)
{
    if (m_state->hasDevice())
        m_mouse.wheel(*m_state, m_scene, *event);
    event->accept();
}

} // namespace tidemark::ui
