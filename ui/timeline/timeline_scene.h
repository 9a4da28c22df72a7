// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme.h"
#include "ui/timeline/band_lanes.h"
#include "ui/timeline/driver_layer.h"
#include "ui/timeline/mark_layout.h"
#include "ui/timeline/overlay_lines.h"
#include "ui/timeline/peak_labels.h"
#include "ui/timeline/timeline_rows.h"
#include "ui/timeline/value_scale.h"
#include "ui/view_state.h"

#include <QFont>
#include <QImage>
#include <utility>

namespace tidemark::ui {

// One frame of the timeline, laid out and ready to be painted.
struct TimelineScene {
    Theme theme;
    QFont font; // of labels
    double devicePixelRatio = 1;
    bool hasDevice = false;

    TimelineRows rows;
    AxisGeometry geometry; // of everything but the overview
    AxisGeometry overview; // the whole recording
    double axisEnd = 1;
    double top = 1; // bytes at the upper border of the curves

    QImage curves;
    QImage overviewCurves;
    std::vector<PlacedBand> bands;
    std::vector<QString> bandNames; // by band
    std::vector<QColor> bandColours; // by band
    std::vector<PlacedMark> marks;
    std::vector<SegmentTick> segments;
    std::vector<PlacedPeak> peaks;

    struct Overlay {
        QString name;
        OverlayLook look;
    };
    std::vector<Overlay> overlays; // drawn into `curves`; for the legend
    // The line of the card's capacity among the curves; none where the axis does not reach it.
    std::optional<double> capacityY;
    QString capacityText;

    // The value of the vertical axis at a pixel.
    double bytesAt(double y) const { return (rows.plot.bottom() - y) / rows.plot.height() * top; }
};

struct SceneRequest {
    QSizeF size;
    double devicePixelRatio = 1;
    QFont font;
    Theme theme;
    DriverChoice driver = {};
};

// Makes scenes. Keeps what need not be found again for every frame: the indices that grow with the recording,
// the vertical scale, the overview's picture.
class SceneBuilder {
public:
    // Another recording or device: everything starts anew.
    void reset();
    // The recording grew: its new part is looked at in the next build.
    void grow();
    // Another part of the memory is shown: other curves, over the same events.
    void showOtherPart();
    void showOtherUnits();
    // The memory of a frame's picture is used for the next one's, unless somebody else holds the picture.
    void recycle(TimelineScene& scene) { m_canvas = std::exchange(scene.curves, {}); }
    // The overview's colours are others.
    void recolour() { m_overviewRatio = 0; }

    TimelineScene build(const ViewState& state, const SceneRequest& request);

    const BandLanes& lanes() const { return m_lanes; }
    const SegmentMoments& moments() const { return m_moments; }
    std::span<const MarkPoint> marks() const { return m_marks; }

private:
    void lookAtNewEvents(const ViewState& state);
    void layRows(const SceneRequest& request, TimelineScene& scene) const;
    void layHeader(const ViewState& state, TimelineScene& scene) const;
    void drawCurves(const ViewState& state, const SceneRequest& request, TimelineScene& scene);
    static BandColumns bandsOf(
        const ViewState& state, const std::vector<std::size_t>& borders, const Theme& theme);
    static std::vector<std::vector<CurveColumn>> overlayColumns(
        const ViewState& state, const std::vector<std::size_t>& borders);
    // Empty where the driver's view is not shown, or there is none.
    std::vector<DriverColumn> driverColumnsOf(
        const ViewState& state, const SceneRequest& request, const std::vector<std::size_t>& borders) const;
    void fitScale(
        const ViewState& state, const SceneRequest& request, std::int64_t highest, TimelineScene& scene);
    void drawDriverView(const std::vector<DriverColumn>& columns, const CurveRasterOptions& options,
        TimelineScene& scene) const;
    static void drawOverlays(const ViewState& state, const std::vector<std::vector<CurveColumn>>& columns,
        const CurveRasterOptions& options, TimelineScene& scene);
    void drawOverview(const ViewState& state, TimelineScene& scene);

    BandLanes m_lanes;
    SegmentMoments m_moments;
    std::vector<MarkPoint> m_marks;
    std::size_t m_marksSeen = 0;
    std::size_t m_oomsSeen = 0;
    std::vector<Note> m_notesSeen;
    bool m_hasNews = true;
    DriverSteps m_driver;
    DriverChoice m_choice; // of the last build
    ValueScale m_scale;

    QImage m_canvas;
    QImage m_overview;
    AxisGeometry m_overviewGeometry;
    Theme m_overviewTheme;
    double m_overviewRatio = 0;
};

// The width that the labels left of the curves need.
double timelineGutter(const QFont& font);

} // namespace tidemark::ui
