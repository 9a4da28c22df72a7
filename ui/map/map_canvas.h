// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/map/map_colours.h"
#include "ui/map/map_hit.h"
#include "ui/map/map_paints.h"
#include "ui/map/map_view.h"
#include "ui/map/map_words.h"
#include "ui/view_state.h"

#include <QAbstractScrollArea>
#include <QImage>
#include <optional>
#include <vector>

namespace tidemark::ui {

// Every segment at the cursor as a row, every block at its offset. Shows and changes the selected block.
//
// Mouse: click selects, drag moves, Ctrl+wheel zooms, Shift+wheel moves sideways, Ctrl+Shift+wheel changes
// the height of the rows, a double click zooms to a block. Keys: arrows and Home/End move between blocks and
// segments (with Ctrl: to the first and last of all), Enter selects, Escape selects nothing, + and - zoom,
// 0 shows everything, as a double click does on a block that is zoomed to, or where no block is.
class MapCanvas : public QAbstractScrollArea {
    Q_OBJECT

public:
    // `state` must outlive the map.
    explicit MapCanvas(ViewState& state, QWidget* parent = nullptr);

    MapOrder order() const { return m_order; }
    void setOrder(MapOrder order);
    MapScale scale() const { return m_view.scale; }
    void setScale(MapScale scale);
    double zoom() const { return m_view.zoom; }
    const MapView& view() const { return m_view; }

    // What allocated memory is coloured by; null: by nothing but its state. Of another device: as null.
    void setColours(std::shared_ptr<const MapColours> colours);
    const std::shared_ptr<const MapColours>& colours() const { return m_colours; }
    // By block at the cursor; empty without colours.
    const std::vector<std::uint8_t>& classOf();

    void zoomBy(double factor); // about the middle
    void showAll();

    // In pixels of the viewport: where a block is drawn (may lie outside), and what lies at a point.
    QRectF rectOf(const MapPlace& place) const;
    std::optional<std::uint64_t> addressAt(const QPointF& point) const;
    // The block the keyboard is at; its address.
    std::optional<std::uint64_t> currentAddress() const { return m_currentAddress; }

    QSize sizeHint() const override { return {900, 320}; }

Q_SIGNALS:
    void viewChanged(); // zoom, what part is in sight, order, scale or colours

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    const SegmentList& list() const;
    void contentChanged();
    void selectionChanged();
    void refresh(); // rows, labels and scroll bars, when they are stale
    void layOut();
    void updateScrollBars();
    void imageChanged();
    void classify();
    const std::vector<std::uint8_t>& drawnClasses() const;
    MapPaints makePaints() const;
    static constexpr int margin = 8; // pixels around the rows
    // The horizontal scroll bar has no fixed unit: this many steps for a whole row.
    static constexpr int barSteps = 1 << 30;

    QRect rowsRect() const;
    int labelWidth() const;
    int rowPitch() const; // in pixels of the window
    std::optional<MapPlace> placeOfAddress(std::optional<std::uint64_t> address) const;
    std::optional<MapPlace> placeAt(const QPointF& point) const;

    void paintRows(QPainter& painter);
    void paintLabels(QPainter& painter);
    void paintMarks(QPainter& painter);
    void paintOutline(QPainter& painter, const MapPlace& place, const QPen& pen);
    void paintEmpty(QPainter& painter, const QString& text);

    void setHovered(std::optional<MapPlace> place, const QPoint& globalPosition);
    void setCurrent(const MapPlace& place);
    void step(MapStep step);
    void stepPage(int direction);
    void reveal(const MapPlace& place);
    void zoomTo(const MapPlace& place);
    void zoomAt(double x, double factor);
    bool zoomKey(int key);
    std::optional<MapStep> stepOf(const QKeyEvent& event) const;

    ViewState& m_state;
    Theme m_theme;
    MapPaints m_paints;
    MapView m_view; // in device pixels
    MapOrder m_order = MapOrder::Size;
    int m_chosenPitch = 0; // 0: by itself
    std::vector<MapRow> m_rows;
    RowLabels m_labels;
    int m_labelWidth = 0;
    std::shared_ptr<const MapColours> m_colours;
    std::vector<std::uint8_t> m_classOf; // by block; empty: it is not coloured by class
    std::vector<std::uint8_t> m_clear; // the same where a filter of allocations dims the others
    QImage m_image;
    bool m_rowsStale = true;
    bool m_classesStale = true;
    bool m_imageStale = true;
    bool m_settingBars = false;
    std::optional<MapPlace> m_hovered;
    std::optional<std::uint64_t> m_currentAddress;
    QPointF m_pressedAt;
    bool m_isPressed = false;
    bool m_isDragging = false;
};

} // namespace tidemark::ui
