// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/navigation.h"
#include "ui/timeline/scene_painters.h"

#include <qcustomplot.h>

namespace tidemark::ui {

// The plot inside TimelineView. QCustomPlot draws the axes and the grid and puts frames together; the rest
// is laid out by SceneBuilder once a frame and painted by scene_painters. The cursor and what follows the
// mouse are painted over the finished frame, so that moving them draws nothing else.
class TimelinePlot : public QCustomPlot {
    Q_OBJECT

public:
    TimelinePlot(ViewState* state, QWidget* parent);

    const DriverChoice& driver() const { return m_driver; }
    void setDriver(const DriverChoice& choice);

    const TimelineScene& scene() const { return m_scene; }
    const TimelineOverlay& overlay() const { return m_overlay; }

protected:
    bool event(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    bool drawSharp(); // false where the painting is for a screen
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
    bool m_overlayIsStale = true;
};

} // namespace tidemark::ui
