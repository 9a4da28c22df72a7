// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/devices/device_range.h"
#include "ui/devices/devices_painters.h"

#include <QAbstractScrollArea>

namespace tidemark::ui {

class ViewState;

// The rows of the devices page, under each other over one axis.
//   Wheel over the curves: zoom at the mouse; with Shift or sideways: move. Over the words: scroll.
//   Drag: move. Double click: show everything. Click: pick the device and put the cursor there.
//   Up, Down, Page up, Page down, Home, End: choose a row; Enter: pick its device at the
//   moment of the cursor.
//   W S + - zoom, A D move, F shows everything, Left Right , . L move the cursor: as in the timeline.
class DevicesCanvas : public QAbstractScrollArea {
    Q_OBJECT

public:
    // All must outlive the canvas.
    DevicesCanvas(ViewState& state, const DevicesModel& model, DeviceRange& range, QWidget* parent = nullptr);

    void startAnew(); // the model has another recording
    void showCurrentRow(); // scrolls as far as needed
    void realign(); // the model has another alignment or order, or the same recording is longer

    const DevicesScene& scene();
    const DevicesOverlay& overlay();
    std::size_t currentRow() const { return m_current; }

    QSize sizeHint() const override { return {1000, 320}; }
    QSize minimumSizeHint() const override { return {320, 120}; }

protected:
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    bool viewportEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    struct Press {
        QPointF at;
        AxisRange range;
        AxisGeometry geometry;
        bool hasMoved = false;
    };

    DevicesSceneRequest request() const;
    void layOut();
    void refreshScrollBar();
    void redraw(); // another frame
    void refreshOverlay();
    void updateOverlay();
    void refreshDescription();
    void chooseRow(std::size_t row);
    bool moveRow(int key);
    bool moveAxis(int key);
    // At a place on the axis, or where the cursor is now.
    void pickRow(std::size_t row, std::optional<double> place);
    std::optional<double> cursorPlace() const;
    bool isOverCurves(const QPointF& at) const;

    ViewState& m_state;
    const DevicesModel& m_model;
    DeviceRange& m_range;
    DevicesSceneBuilder m_builder;
    DevicesScene m_scene;
    DevicesOverlay m_overlay;
    Theme m_theme;
    std::size_t m_current = 0; // row of the keyboard
    std::optional<Press> m_press;
    std::optional<QPointF> m_mouse; // while it is over the canvas
    bool m_isStale = true;
};

} // namespace tidemark::ui
