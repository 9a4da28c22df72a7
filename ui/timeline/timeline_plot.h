// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/navigation.h"
#include "ui/timeline/scene_painters.h"

#include <qcustomplot.h>

namespace tidemark::ui {

// The plot inside TimelineView. QCustomPlot draws the axes and the grid; the rest is laid out by SceneBuilder
// once a frame and painted by scene_painters. A frame goes to the screen without QCustomPlot's buffers: on a
// screen of high resolution, filling, blending and copying them costs several times the drawing. The cursor
// and what follows the mouse lie over the frame, and moving them paints just the places they leave and come
// to. So replot() is not for this plot.
class TimelinePlot : public QCustomPlot {
    Q_OBJECT

public:
    TimelinePlot(ViewState* state, QWidget* parent);

    const DriverChoice& driver() const { return m_driver; }
    void setDriver(const DriverChoice& choice);

    const TimelineScene& scene() const { return m_scene; }
    const TimelineOverlay& overlay() const { return m_overlay; }

Q_SIGNALS:
    // A new frame is laid out; what follows the mouse makes none.
    void frameLaidOut();

protected:
    void draw(QCPPainter* painter) override;
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void connectState();
    void addLayers();
    void setUpAxes();
    void applyTheme();
    void applyAxis();
    void startAnew();
    void layOut();
    void placeAxes();
    void queueFrame();
    void queueOverlay();
    void updateOverlay();
    void updateDescription();
    Readout readoutUnder(const QPointF& mouse) const;
    Readout withOverlays(Readout readout, std::size_t position) const;

    ViewState* m_state;
    Theme m_theme;
    DriverChoice m_driver;
    SceneBuilder m_builder;
    TimelineScene m_scene;
    TimelineOverlay m_overlay;
    MouseNavigation m_mouse;
    std::optional<QPointF> m_hover; // where the mouse is, while it is over the plot
    bool m_frameIsStale = true;
};

} // namespace tidemark::ui
