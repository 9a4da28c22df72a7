// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/devices/devices_scene.h"

#include "ui/details/figures.h"
#include "ui/words.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

using namespace Qt::Literals::StringLiterals;

constexpr double plotMargin = 14;
constexpr double rowPadding = 3; // above and below the curves of a row

double textLineHeight(const QFont& font)
{
    return std::ceil(QFontMetricsF(font).height()) + 1;
}

QString reasonFor(const DevicesModel& model, const DeviceRow& row)
{
    if (model.alignment().hasPlace(row.device))
        return {};
    const Device& device = model.deviceOf(row);
    if (device.events.empty())
        return device.curves.empty() ? tr("no events, so no curves")
                                     : tr("sampled curves only; the timeline shows them");
    if (!hasTimes(device))
        return tr("its events carry no times");
    return tr("no steps: nothing in its recording tells where one begins");
}

CurveRasterOptions rasterOptions(const DevicesScene& scene, double height, int columns)
{
    CurveRasterOptions options;
    options.height = std::max(1, static_cast<int>(std::lround(height * scene.devicePixelRatio)));
    options.top = scene.top;
    options.lineWidth = std::max(1, static_cast<int>(std::lround(1.3 * scene.devicePixelRatio)));
    options.columns = columns;
    return options;
}

} // namespace

double deviceTextWidth(const DevicesModel& model, const QFont& font)
{
    QFont bold = font;
    bold.setBold(true);
    const QFontMetricsF plain(font);
    const QFontMetricsF strong(bold);
    const QFontMetricsF figures(Theme::figureFont(font));
    double width = 0;
    for (const DeviceRow& row : model.rows()) {
        const QString& distance = row.isOutlier ? tr("stands out") + u' ' + row.distance : row.distance;
        width =
            std::max(width, strong.horizontalAdvance(row.label) + 24 + strong.horizontalAdvance(distance));
    }
    const QString largest = countText(static_cast<std::uint64_t>(model.highest())) + u" B"_s;
    width =
        std::max(width, plain.horizontalAdvance(tr("allocated")) + 24 + figures.horizontalAdvance(largest));
    return std::ceil(width) + 2 * wordPadding;
}

double deviceRowHeight(double room, std::size_t rows, const QFont& font)
{
    const double least = 2 * textLineHeight(font) + 2 * rowPadding + 4;
    constexpr double most = 260;
    if (rows == 0)
        return least;
    return std::clamp(std::floor(room / static_cast<double>(rows)), least, std::max(least, most));
}

std::optional<std::size_t> DevicesScene::rowAt(double y) const
{
    for (const Row& row : visible) {
        if (y >= std::max(row.rect.top(), rows.top()) && y < std::min(row.rect.bottom(), rows.bottom()))
            return row.row;
    }
    return std::nullopt;
}

void DevicesSceneBuilder::reset()
{
    *this = DevicesSceneBuilder();
}

void DevicesSceneBuilder::forgetPictures()
{
    m_pictures.clear();
}

DevicesScene layOutDevices(const DevicesModel& model, const DevicesSceneRequest& request)
{
    DevicesScene scene;
    scene.theme = request.theme;
    scene.font = request.font;
    scene.devicePixelRatio = request.devicePixelRatio;
    const double line = textLineHeight(request.font);
    const double width = request.size.width();
    const double headerHeight = line + 6;
    const double axisHeight = line + 10;
    scene.textWidth = std::min(deviceTextWidth(model, request.font), std::floor(width * 0.45));
    scene.header = QRectF(0, 0, width, headerHeight);
    const double room = std::max(1.0, std::floor(request.size.height() - headerHeight - axisHeight));
    scene.rowHeight = deviceRowHeight(room, model.rows().size(), request.font);
    scene.contentHeight = scene.rowHeight * static_cast<double>(model.rows().size());
    scene.rows = QRectF(0, headerHeight, width, std::min(room, scene.contentHeight));
    scene.axis = QRectF(0, scene.rows.bottom(), width, axisHeight);
    const double plotWidth = std::max(1.0, std::floor(width - scene.textWidth - plotMargin));
    scene.geometry = {TimeAxis::Time, request.range, scene.textWidth, plotWidth};
    return scene;
}

DevicesScene DevicesSceneBuilder::build(const DevicesModel& model, const DevicesSceneRequest& request)
{
    DevicesScene scene = layOutDevices(model, request);
    constexpr double headroom = 0.06;
    m_scale.fit(static_cast<double>(model.highest()), headroom, model.units());
    scene.top = m_scale.top();
    const auto first = static_cast<std::size_t>(std::max(0.0, request.scrolled) / scene.rowHeight);
    for (std::size_t i = first; i < model.rows().size(); ++i) {
        const double y = scene.rows.top() + static_cast<double>(i) * scene.rowHeight - request.scrolled;
        if (y >= scene.rows.bottom())
            break;
        DevicesScene::Row row;
        row.row = i;
        row.rect = QRectF(0, y, request.size.width(), scene.rowHeight);
        row.plot = QRectF(
            scene.geometry.left, y + rowPadding, scene.geometry.width, scene.rowHeight - 2 * rowPadding);
        placeRow(model, scene, row);
        scene.visible.push_back(std::move(row));
    }
    std::erase_if(m_pictures, [&](const auto& picture) {
        return std::none_of(scene.visible.begin(), scene.visible.end(),
            [&](const DevicesScene::Row& row) { return model.rows()[row.row].device == picture.first; });
    });
    return scene;
}

void DevicesSceneBuilder::placeRow(const DevicesModel& model, DevicesScene& scene, DevicesScene::Row& row)
{
    const DeviceRow& shown = model.rows()[row.row];
    row.reason = reasonFor(model, shown);
    if (!row.reason.isEmpty())
        return;
    const Key key = {scene.geometry.range, scene.geometry.left, scene.geometry.width, row.plot.height(),
        scene.top, scene.devicePixelRatio, model.historyOf(shown).eventCount(), scene.theme};
    Picture& picture = m_pictures[shown.device];
    if (picture.key != key) {
        picture = draw(model, scene, row);
        picture.key = key;
    }
    row.curves = picture.image;
    row.curvesLeft = picture.left;
    const DevicePeak& peak = model.comparison().devices[shown.device].peak(Curve::Reserved);
    const double place = model.alignment().toAxis(
        shown.device, axisValue(model.deviceOf(shown), model.alignment().ownAxis(), peak.position));
    if (scene.geometry.range.contains(place))
        row.peak = QPointF(scene.geometry.toPixel(place),
            row.plot.bottom() - static_cast<double>(peak.bytes) / scene.top * row.plot.height());
}

// Only the part of the axis in which the device did something: elsewhere nothing is known of it.
DevicesSceneBuilder::Picture DevicesSceneBuilder::draw(
    const DevicesModel& model, const DevicesScene& scene, const DevicesScene::Row& row)
{
    constexpr double endRoom = 2; // pixels for what the last event did
    const DeviceRow& shown = model.rows()[row.row];
    const Device& device = model.deviceOf(shown);
    const DeviceHistory& history = model.historyOf(shown);
    const DeviceAlignment& alignment = model.alignment();
    const AxisGeometry& geometry = scene.geometry;
    const double end = axisValue(device, alignment.ownAxis(), history.eventCount());
    const double ratio = scene.devicePixelRatio;
    const auto columnOf = [&](double own, double room) {
        const double pixel = geometry.toPixel(alignment.toAxis(shown.device, own)) + room - geometry.left;
        return std::clamp(pixel, 0.0, geometry.width) * ratio;
    };
    const auto first = static_cast<int>(std::floor(columnOf(0, 0)));
    const auto behind = static_cast<int>(std::ceil(columnOf(end, endRoom)));
    Picture picture;
    if (behind <= first)
        return picture;
    std::vector<double> values;
    for (int column = first; column <= behind; ++column)
        values.push_back(alignment.toOwn(shown.device, geometry.toValue(geometry.left + column / ratio)));
    const auto borders = columnBorders(device, history.eventCount(), alignment.ownAxis(), values);
    picture.image = rasterCurves(
        columnSet(history, borders), scene.theme, rasterOptions(scene, row.plot.height(), behind - first));
    picture.image.setDevicePixelRatio(ratio);
    picture.left = geometry.left + first / ratio;
    return picture;
}

} // namespace tidemark::ui
