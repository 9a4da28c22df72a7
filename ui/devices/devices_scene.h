// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/devices/devices_model.h"
#include "ui/theme.h"
#include "ui/timeline/axis_geometry.h"
#include "ui/timeline/curve_raster.h"
#include "ui/timeline/value_scale.h"

#include <QFont>
#include <QImage>
#include <QRectF>
#include <optional>
#include <unordered_map>
#include <vector>

namespace tidemark::ui {

// One frame of the devices page: what is visible of its rows, laid out and rasterised. Logical pixels.
struct DevicesScene {
    Theme theme;
    QFont font;
    double devicePixelRatio = 1;

    QRectF header; // legend, or what is under the mouse
    QRectF rows; // all visible rows, words and curves
    QRectF axis; // ticks and their labels
    double textWidth = 0; // of the words left of the curves
    double rowHeight = 1;
    double contentHeight = 0; // of all rows; more than `rows` has: they scroll
    AxisGeometry geometry; // of the curves
    double top = 1; // bytes at the upper border of each row

    struct Row {
        std::size_t row = 0; // place in DevicesModel::rows()
        QRectF rect;
        QRectF plot;
        QImage curves;
        double curvesLeft = 0;
        std::optional<QPointF> peak; // of reserved, where it is visible
        QString reason; // why there are no curves; empty: there are
    };
    std::vector<Row> visible;

    // The row at a height; none outside.
    std::optional<std::size_t> rowAt(double y) const;
};

struct DevicesSceneRequest {
    QSizeF size;
    double devicePixelRatio = 1;
    QFont font;
    Theme theme;
    AxisRange range;
    double scrolled = 0; // pixels of rows above the visible ones
};

inline constexpr double wordPadding = 10; // around the words of a row

// A frame without its rows: where everything lies.
DevicesScene layOutDevices(const DevicesModel& model, const DevicesSceneRequest& request);

// Makes scenes. Keeps the pictures of the visible rows while they stay right, and the vertical scale.
class DevicesSceneBuilder {
public:
    void reset(); // another recording
    void forgetPictures(); // the alignment changed

    DevicesScene build(const DevicesModel& model, const DevicesSceneRequest& request);

private:
    // What a picture depends on.
    struct Key {
        AxisRange range;
        double left = 0;
        double width = 0;
        double height = 0;
        double top = 0;
        double ratio = 0;
        std::size_t events = 0;
        Theme theme;

        bool operator==(const Key&) const = default;
    };
    struct Picture {
        Key key;
        QImage image;
        double left = 0;
    };

    void placeRow(const DevicesModel& model, DevicesScene& scene, DevicesScene::Row& row);
    static Picture draw(const DevicesModel& model, const DevicesScene& scene, const DevicesScene::Row& row);

    ValueScale m_scale;
    std::unordered_map<std::size_t, Picture> m_pictures; // by device
};

// The words left of a row's curves, as wide as they need to be.
double deviceTextWidth(const DevicesModel& model, const QFont& font);

// Rows are at least so high that they can be read, and share what room there is.
double deviceRowHeight(double room, std::size_t rows, const QFont& font);

} // namespace tidemark::ui
