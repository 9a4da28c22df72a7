// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/devices/devices_canvas.h"

#include "ui/details/figures.h"
#include "ui/view_state.h"

#include <QAccessible>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>

namespace tidemark::ui {

DevicesCanvas::DevicesCanvas(ViewState& state, const DevicesModel& model, DeviceRange& range, QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_state(state)
    , m_model(model)
    , m_range(range)
    , m_theme(Theme::fromPalette(palette()))
{
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("All devices under each other"));
    viewport()->setMouseTracking(true);
    connect(&range, &DeviceRange::changed, this, &DevicesCanvas::redraw);
    connect(&state, &ViewState::cursorChanged, this, &DevicesCanvas::refreshOverlay);
    connect(&state, &ViewState::deviceChanged, this, [this] {
        if (const std::size_t row = m_model.rowOf(m_state.deviceIndex()); row < m_model.rows().size())
            chooseRow(row);
        refreshOverlay();
    });
}

void DevicesCanvas::startAnew()
{
    m_builder.reset();
    m_current = 0;
    verticalScrollBar()->setValue(0);
    realign();
}

void DevicesCanvas::realign()
{
    m_builder.forgetPictures();
    m_current = std::min(m_current, m_model.rows().empty() ? 0 : m_model.rows().size() - 1);
    refreshScrollBar();
    refreshDescription();
    redraw();
}

const DevicesScene& DevicesCanvas::scene()
{
    if (m_isStale)
        layOut();
    return m_scene;
}

const DevicesOverlay& DevicesCanvas::overlay()
{
    (void)scene();
    return m_overlay;
}

DevicesSceneRequest DevicesCanvas::request() const
{
    return {QSizeF(viewport()->size()), devicePixelRatioF(), Theme::labelFont(font()), m_theme,
        m_range.visible(), static_cast<double>(verticalScrollBar()->value())};
}

void DevicesCanvas::layOut()
{
    m_isStale = false;
    m_scene = m_builder.build(m_model, request());
    updateOverlay();
}

void DevicesCanvas::refreshScrollBar()
{
    const DevicesScene layout = layOutDevices(m_model, request());
    const int room = std::max(1, static_cast<int>(layout.rows.height()));
    verticalScrollBar()->setPageStep(room);
    verticalScrollBar()->setSingleStep(static_cast<int>(layout.rowHeight));
    verticalScrollBar()->setRange(0, std::max(0, static_cast<int>(layout.contentHeight) - room));
}

void DevicesCanvas::redraw()
{
    m_isStale = true;
    viewport()->update();
}

std::optional<double> DevicesCanvas::cursorPlace() const
{
    const DeviceAlignment& alignment = m_model.alignment();
    if (!m_state.hasDevice() || !alignment.hasPlace(m_state.deviceIndex()))
        return std::nullopt;
    return alignment.toAxis(
        m_state.deviceIndex(), axisValue(m_state.device(), alignment.ownAxis(), m_state.cursor()));
}

bool DevicesCanvas::isOverCurves(const QPointF& at) const
{
    return m_scene.rows.contains(at) && at.x() >= m_scene.geometry.left && at.x() <= m_scene.geometry.right();
}

void DevicesCanvas::refreshOverlay()
{
    updateOverlay();
    viewport()->update();
}

void DevicesCanvas::updateOverlay()
{
    m_overlay = {};
    m_overlay.currentRow = m_current;
    m_overlay.hasFocus = hasFocus();
    m_overlay.pickedRow = m_model.rowOf(m_state.deviceIndex());
    m_overlay.cursor = cursorPlace();
    if (m_mouse && isOverCurves(*m_mouse) && !(m_press && m_press->hasMoved)) {
        m_overlay.hover = m_scene.geometry.toValue(m_mouse->x());
        m_overlay.hoveredRow = m_scene.rowAt(m_mouse->y()).value_or(SIZE_MAX);
    }
}

void DevicesCanvas::refreshDescription()
{
    if (m_current >= m_model.rows().size()) {
        setAccessibleDescription({});
        return;
    }
    const DeviceRow& row = m_model.rows()[m_current];
    setAccessibleDescription(tr("Row %1 of %2. %3")
                                 .arg(m_current + 1)
                                 .arg(m_model.rows().size())
                                 .arg(spokenRow(row, m_model.comparison().devices[row.device])));
    if (QAccessible::isActive()) {
        QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
    }
}

void DevicesCanvas::paintEvent(QPaintEvent*)
{
    const DevicesScene& frame = scene();
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), m_theme.background);
    paintDevices(painter, m_model, frame, m_overlay);
}

void DevicesCanvas::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    refreshScrollBar();
    redraw();
}

void DevicesCanvas::scrollContentsBy(int, int)
{
    redraw();
}

void DevicesCanvas::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange)
        return;
    m_theme = Theme::fromPalette(palette());
    refreshScrollBar();
    redraw();
}

} // namespace tidemark::ui
