// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tiles/tile_layer.h"
#include "ui/view_state.h"

#include <QWidget>

namespace tidemark::ui {

// Draws a TileSource over the range that all views share.
//   Wheel: zoom at the mouse; with Shift or sideways: move; with Ctrl: zoom the bytes.
//   Drag: move. Shift and drag, or right drag: show just this range. Double click: show everything.
//   Click: put the cursor here and select the allocation.
//   Ctrl+Up, Ctrl+Down: zoom the bytes. Page up, Page down: move up and down.
//   Shift+Up, Shift+Down: the next allocation above or below at the cursor. Escape: select none.
//   F: show everything. All other keys are the timeline's.
// While it is hidden it follows nothing, and catches up when it is shown.
class TileCanvas : public QWidget {
    Q_OBJECT

public:
    // `state` must outlive the canvas.
    explicit TileCanvas(ViewState& state, QWidget* parent = nullptr);

    // Null: nothing to show.
    void setSource(std::shared_ptr<const TileSource> source);
    // In place of a picture, why there is none.
    void setEmptyText(const QString& text);
    // What the line above the picture says while no allocation is pointed at.
    void setCaption(const QString& text);
    void fitBytes();
    void showBytes(double low, double span); // as far as they are on the axis
    bool showsAllBytes() const { return m_isFitted; }
    double low() const { return m_low; } // of the part that is shown
    double span() const { return m_span; }

    TileLayer& layer() { return m_layer; }
    const TilePlace& place() const { return m_layer.place(); }
    std::optional<std::uint32_t> hovered() const { return m_hovered; }
    std::optional<std::uint32_t> selected() const { return m_selected; }

    QSize sizeHint() const override { return {1000, 320}; }
    QSize minimumSizeHint() const override { return {320, 120}; }

    // Keys and mouse, and what they do beyond the timeline's: for a page of help.
    static std::vector<std::pair<QString, QString>> controls();

Q_SIGNALS:
    void bytesChanged(double low, double span);

protected:
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    struct Press {
        QPointF at;
        AxisRange range;
        TilePlace place;
        bool chooses = false; // a range
        bool hasMoved = false;
    };
    struct Highlight {
        std::optional<std::uint32_t> id;
        std::optional<std::uint32_t> madeFor; // the images
        std::vector<std::pair<std::shared_ptr<const Tile>, QImage>> images;
    };

    void restyle();
    void layOut();
    double fullSpan() const;
    void zoomBytes(double anchor, double factor);
    void findSelected();
    void describe();
    void hoverAt(const QPointF& at);
    void click(const QPointF& at);
    void select(std::uint32_t allocation);
    bool selectNeighbour(int by);
    bool handleKey(const QKeyEvent& event);
    std::optional<QRectF> chosenRect() const;
    QString captionText() const;
    void paintCaption(QPainter& painter) const;
    void paintBytes(QPainter& painter) const;
    void paintAxis(QPainter& painter) const;
    void paintHighlight(
        QPainter& painter, Highlight& highlight, const QColor& border, double tint, int width);
    void paintMoments(QPainter& painter) const;

    ViewState& m_state;
    Theme m_theme;
    TileLayer m_layer;
    QString m_emptyText;
    QString m_caption;
    double m_low = 0; // of the vertical axis
    double m_span = 1;
    bool m_isFitted = true; // the vertical axis shows everything
    std::optional<std::uint32_t> m_hovered; // place in Attribution::allocations
    QString m_hoverWords; // where no allocation is
    std::optional<std::uint32_t> m_selected;
    Highlight m_hoverImages;
    Highlight m_selectionImages;
    std::optional<QPointF> m_mouse; // while it is over the picture
    std::optional<Press> m_press;
};

} // namespace tidemark::ui
