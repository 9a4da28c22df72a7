// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_scene.h"

#include "core/base/bytes.h"
#include "ui/axis_room.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

using namespace Qt::Literals::StringLiterals;

QString textOf(const StringTable& strings, StringIndex index)
{
    const std::string_view text = strings[index];
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

// record_function names of PyTorch's own examples are framed: "## forward ##".
QString bandName(const StringTable& strings, StringIndex index)
{
    const QString name = textOf(strings, index);
    qsizetype begin = 0;
    qsizetype end = name.size();
    const auto isFrame = [&](qsizetype i) { return name[i] == u'#' || name[i].isSpace(); };
    while (begin < end && isFrame(begin))
        ++begin;
    while (end > begin && isFrame(end - 1))
        --end;
    return begin == end ? name : name.sliced(begin, end - begin);
}

QColor bandColour(const Theme& theme, const Annotation& annotation, const QString& name)
{
    if (annotation.kind == AnnotationKind::Step)
        return blend(theme.panel, theme.text, theme.isDark ? 0.14 : 0.07);
    if (name.contains("forward"_L1, Qt::CaseInsensitive))
        return theme.bands[0];
    if (name.contains("backward"_L1, Qt::CaseInsensitive))
        return theme.bands[1];
    if (name.contains("optim"_L1, Qt::CaseInsensitive))
        return theme.bands[2];
    return theme.bands[3 + annotation.name.value % (theme.bands.size() - 3)];
}

bool isSame(const AxisGeometry& a, const AxisGeometry& b)
{
    return a.axis == b.axis && a.range == b.range && a.left == b.left && a.width == b.width;
}

} // namespace

double timelineGutter(const QFont& font)
{
    return std::ceil(QFontMetricsF(font).horizontalAdvance(u"0.875 GiB"_s)) + 14;
}

void SceneBuilder::reset()
{
    *this = SceneBuilder();
}

void SceneBuilder::grow()
{
    m_hasNews = true;
}

void SceneBuilder::showOtherPart()
{
    m_scale = {};
    recolour();
}

// The marks name sizes.
void SceneBuilder::showOtherUnits()
{
    m_marksSeen = SIZE_MAX;
    m_hasNews = true;
}

TimelineScene SceneBuilder::build(const ViewState& state, const SceneRequest& request)
{
    TimelineScene scene;
    scene.theme = request.theme;
    scene.font = request.font;
    scene.devicePixelRatio = request.devicePixelRatio;
    scene.hasDevice = state.hasDevice();
    if (scene.hasDevice)
        lookAtNewEvents(state);
    layRows(request, scene);
    const QRectF& plot = scene.rows.plot;
    scene.geometry = {state.axis(), {state.rangeBegin(), state.rangeEnd()}, plot.left(), plot.width()};
    if (!scene.hasDevice)
        return scene;
    scene.axisEnd = std::max(1.0, axisValue(state.device(), state.axis(), state.history().eventCount()));
    scene.overview = {state.axis(), {0, scene.axisEnd * axisReach}, plot.left(), plot.width()};
    drawCurves(state, request, scene);
    drawOverview(state, scene);
    layHeader(state, scene);
    return scene;
}

void SceneBuilder::lookAtNewEvents(const ViewState& state)
{
    if (!m_hasNews)
        return;
    m_hasNews = false;
    m_overviewRatio = 0;
    const Recording& recording = state.recording()->recording;
    m_lanes.advance(recording, state.deviceIndex());
    m_moments.advance(state.device().events);
    m_driver.advance(state.device(), state.history());
    const std::size_t ooms = m_moments.positions(SegmentMoment::OutOfMemory).size();
    if (recording.marks.size() == m_marksSeen && ooms == m_oomsSeen && state.notes() == m_notesSeen)
        return;
    m_marksSeen = recording.marks.size();
    m_oomsSeen = ooms;
    m_notesSeen = state.notes();
    m_marks = markPoints(recording, state.deviceIndex(), m_moments, m_notesSeen, state.units());
}

void SceneBuilder::layRows(const SceneRequest& request, TimelineScene& scene) const
{
    RowNeeds needs;
    needs.lanes = static_cast<int>(std::min<std::size_t>(m_lanes.laneCount(), mostLanes));
    needs.marks = !m_marks.empty();
    needs.segments = !m_moments.positions(SegmentMoment::Gained).empty()
        || !m_moments.positions(SegmentMoment::Returned).empty();
    needs.textHeight = QFontMetricsF(request.font).height();
    needs.gutter = timelineGutter(request.font);
    scene.rows = layoutRows(request.size, needs);
}

void SceneBuilder::drawCurves(const ViewState& state, const SceneRequest& request, TimelineScene& scene)
{
    const QRectF& plot = scene.rows.plot;
    const AxisWindow window = scene.geometry.window(scene.devicePixelRatio);
    const CurveView history = state.curves();
    const auto borders = columnBorders(state.device(), history.eventCount(), window);
    const CurveColumnSet columns = columnSet(history, borders);
    const auto overlays = overlayColumns(state, borders);
    std::int64_t highest = highestValue(columns);
    for (const auto& overlay : overlays)
        highest = std::max(highest, highestValue(overlay));
    const auto driver = driverColumnsOf(state, request, borders);
    fitScale(state, request, std::max(highest, highestValue(driver)), scene);
    CurveRasterOptions options;
    options.height = static_cast<int>(std::lround(plot.height() * scene.devicePixelRatio));
    options.top = scene.top;
    const double lineWidth = scene.theme.isHighContrast ? 2.2 : 1.3; // logical pixels
    options.lineWidth = std::max(1, static_cast<int>(std::lround(lineWidth * scene.devicePixelRatio)));
    options.columns = window.columns;
    scene.curves = rasterCurves(
        columns, scene.theme, options, bandsOf(state, borders, scene.theme), std::exchange(m_canvas, {}));
    drawDriverView(driver, options, scene);
    drawOverlays(state, overlays, options, scene);
    scene.curves.setDevicePixelRatio(scene.devicePixelRatio);

    const QFontMetricsF metrics(scene.font);
    scene.peaks =
        layoutPeaks({history, state.device(), columns, scene.geometry, plot, scene.top, state.units(),
            [&](const QString& text) { return QSizeF(metrics.horizontalAdvance(text), metrics.height()); }});
}

BandColumns SceneBuilder::bandsOf(
    const ViewState& state, const std::vector<std::size_t>& borders, const Theme& theme)
{
    const GroupColouring* colouring = state.colouring();
    return colouring ? bandColumns(*colouring, quickBorders(borders), theme) : BandColumns();
}

std::vector<DriverColumn> SceneBuilder::driverColumnsOf(
    const ViewState& state, const SceneRequest& request, const std::vector<std::size_t>& borders) const
{
    if (!request.driver.isShown || m_driver.steps().empty())
        return {};
    return driverColumns(m_driver.steps(), state.history(), borders);
}

// The card's capacity is shown where it is wished, and where the curves come near it.
void SceneBuilder::fitScale(
    const ViewState& state, const SceneRequest& request, std::int64_t highest, TimelineScene& scene)
{
    constexpr double nearCapacity = 0.7;
    const double peakRoom = 1.6 * QFontMetricsF(scene.font).height() / scene.rows.plot.height();
    const auto capacity = static_cast<double>(state.device().capacity);
    const auto reached = static_cast<double>(highest);
    const bool hasDriver = request.driver.isShown && !m_driver.steps().empty();
    const bool isNear = hasDriver && reached >= nearCapacity * capacity && reached <= capacity;
    const bool showsCapacity = capacity > 0 && (request.driver.showsCapacity || isNear);
    if (!(m_choice == request.driver))
        m_scale.reset();
    m_choice = request.driver;
    m_scale.fit(showsCapacity ? std::max(reached, capacity) : reached, std::clamp(peakRoom, 0.04, 0.3),
        state.units());
    scene.top = m_scale.top();
    if (!showsCapacity)
        return;
    scene.capacityY = scene.rows.plot.bottom() - scene.rows.plot.height() * capacity / scene.top;
    scene.capacityText = u"capacity %1"_s.arg(QString::fromStdString(
        formatBytes(static_cast<std::int64_t>(state.device().capacity), state.units())));
}

void SceneBuilder::drawDriverView(
    const std::vector<DriverColumn>& columns, const CurveRasterOptions& options, TimelineScene& scene) const
{
    if (columns.empty())
        return;
    drawDriver(scene.curves, columns, scene.theme, options);
    const Theme& theme = scene.theme;
    if (m_driver.tellsProcess()) {
        scene.overlays.push_back({u"driver: this process"_s, processLook(theme)});
        scene.overlays.push_back({u"outside the allocator"_s, outsideLook(theme)});
    }
    if (m_driver.tellsUse()) {
        scene.overlays.push_back({u"driver: device"_s, deviceLook(theme)});
        scene.overlays.push_back(
            {m_driver.tellsProcess() ? u"other processes"_s : u"outside, with other processes"_s,
                othersLook(theme)});
    }
}

// An overlay that ends before the recording ends has fewer columns.
std::vector<std::vector<CurveColumn>> SceneBuilder::overlayColumns(
    const ViewState& state, const std::vector<std::size_t>& borders)
{
    std::vector<std::vector<CurveColumn>> all;
    for (const OverlayCurve* overlay : state.overlays()) {
        auto columns = curveColumns(overlay->values, overlay->initial, borders);
        const auto behind = std::lower_bound(
            borders.begin(), borders.end(), std::min(overlay->values.size(), state.history().eventCount()));
        const auto known = static_cast<std::size_t>(behind - borders.begin());
        columns.resize(std::min(columns.size(), known));
        all.push_back(std::move(columns));
    }
    return all;
}

void SceneBuilder::drawOverlays(const ViewState& state, const std::vector<std::vector<CurveColumn>>& columns,
    const CurveRasterOptions& options, TimelineScene& scene)
{
    const auto overlays = state.overlays();
    for (std::size_t i = 0; i < overlays.size(); ++i) {
        const OverlayLook look = overlayLook(scene.theme, overlays[i]->role);
        drawOverlayLine(scene.curves, columns[i], look, options);
        scene.overlays.push_back({overlays[i]->name, look});
    }
}

void SceneBuilder::drawOverview(const ViewState& state, TimelineScene& scene)
{
    if (scene.rows.overview.isEmpty())
        return;
    const bool isCurrent = m_overviewRatio == scene.devicePixelRatio && m_overviewTheme == scene.theme
        && isSame(m_overviewGeometry, scene.overview)
        && m_overview.height() == std::lround(scene.rows.overview.height() * scene.devicePixelRatio);
    if (!isCurrent) {
        const AxisWindow window = scene.overview.window(scene.devicePixelRatio);
        const CurveView history = state.curves();
        const auto borders = columnBorders(state.device(), history.eventCount(), window);
        const auto columns = columnSet(history, borders);
        CurveRasterOptions options;
        options.height = static_cast<int>(std::lround(scene.rows.overview.height() * scene.devicePixelRatio));
        options.top = std::max(1.0, static_cast<double>(highestValue(columns)) * 1.12);
        options.columns = window.columns;
        m_overview = rasterCurves(columns, scene.theme, options, bandsOf(state, borders, scene.theme));
        m_overview.setDevicePixelRatio(scene.devicePixelRatio);
        m_overviewGeometry = scene.overview;
        m_overviewTheme = scene.theme;
        m_overviewRatio = scene.devicePixelRatio;
    }
    scene.overviewCurves = m_overview;
}

void SceneBuilder::layHeader(const ViewState& state, TimelineScene& scene) const
{
    const Recording& recording = state.recording()->recording;
    scene.bands = layoutBands(m_lanes, static_cast<std::size_t>(scene.rows.lanes()), recording,
        state.device(), scene.geometry, scene.axisEnd);
    for (const PlacedBand& band : scene.bands) {
        const Annotation& annotation = recording.annotations[band.annotation];
        if (band.hidden > 0) {
            scene.bandNames.push_back(
                u"%1 annotations"_s.arg(QString::fromStdString(formatExact(band.hidden + std::int64_t(1)))));
            scene.bandColours.push_back(blend(scene.theme.panel, scene.theme.text, 0.18));
            continue;
        }
        scene.bandNames.push_back(bandName(recording.strings, annotation.name));
        scene.bandColours.push_back(bandColour(scene.theme, annotation, scene.bandNames.back()));
    }
    const QFontMetricsF metrics(scene.font);
    scene.marks = layoutMarks(
        m_marks, scene.geometry, [&](const QString& text) { return metrics.horizontalAdvance(text); });
    if (scene.rows.segments.isEmpty())
        return;
    const auto borders =
        columnBorders(state.device(), state.history().eventCount(), scene.geometry.window(1));
    scene.segments = segmentTicks(m_moments, borders);
}

} // namespace tidemark::ui
