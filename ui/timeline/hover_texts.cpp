// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/hover_texts.h"

#include "core/base/bytes.h"
#include "ui/details/driver_text.h"
#include "ui/details/figures.h"
#include "ui/timeline/band_columns.h"
#include "ui/timeline/tick_labels.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tidemark::ui {

namespace {

using namespace Qt::Literals::StringLiterals;

std::size_t position(const ViewState& state, double value)
{
    return positionAt(state.device(), state.history().eventCount(), state.axis(), value);
}

// "120 events, 1.250 ms".
QString extentText(const Device& device, std::size_t begin, std::size_t end)
{
    const QString events = end - begin == 1 ? u"1 event"_s : u"%1 events"_s.arg(countText(end - begin));
    const double time = axisValue(device, TimeAxis::Time, end) - axisValue(device, TimeAxis::Time, begin);
    return time > 0 ? events + u", "_s + timeText(static_cast<std::int64_t>(std::llround(time))) : events;
}

QString nameOf(const Recording& recording, StringIndex name)
{
    const std::string_view text = recording.strings[name];
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

void addSegments(Readout& readout, const SegmentMoments::Sum& sum, const QString& word, ByteUnits units)
{
    if (sum.count == 0)
        return;
    const QString segments = sum.count == 1 ? u"segment"_s : u"segments"_s;
    readout.lines << u"%1 %2 %3, %4"_s.arg(
        countText(sum.count), segments, word, megabytesText(sum.bytes, units));
}

} // namespace

Readout bandReadout(const ViewState& state, const BandLanes& lanes, const TimelineScene& scene, double x)
{
    const Recording& recording = state.recording()->recording;
    const auto found = bandsAt(
        lanes, recording, state.device(), scene.geometry.axis, scene.geometry.toValue(x), scene.axisEnd);
    Readout readout;
    QStringList names;
    for (const std::uint32_t place : found)
        names << nameOf(recording, recording.annotations[place].name);
    if (names.isEmpty())
        return readout;
    readout.title = names.join(u" \u203a "_s);
    const Annotation& inner = recording.annotations[found.back()];
    const std::uint64_t count = state.history().eventCount();
    const auto begin = static_cast<std::size_t>(std::min(inner.startEvent, count));
    const auto end = static_cast<std::size_t>(std::min(inner.endEvent, count));
    readout.lines << extentText(state.device(), begin, std::max(begin, end));
    if (inner.endUs == Annotation::open)
        readout.lines << u"still going on"_s;
    return readout;
}

Readout markReadout(
    const ViewState& state, std::span<const MarkPoint> marks, const TimelineScene& scene, double x)
{
    constexpr double reach = 6;
    constexpr std::size_t mostLines = 8;
    Readout readout;
    const auto nearest = std::min_element(scene.marks.begin(), scene.marks.end(),
        [x](const PlacedMark& a, const PlacedMark& b) { return std::abs(a.x - x) < std::abs(b.x - x); });
    if (nearest == scene.marks.end())
        return readout;
    const bool isOnLabel =
        !nearest->label.isEmpty() && x >= nearest->labelLeft && x < nearest->labelLeft + nearest->labelWidth;
    if (std::abs(nearest->x - x) > reach && !isOnLabel)
        return readout;
    const auto here = marks.subspan(nearest->first, nearest->count);
    readout.title = positionText(state.device(), state.history().eventCount(), here.front().position);
    for (const MarkPoint& mark : here.first(std::min(here.size(), mostLines)))
        readout.lines << mark.label;
    if (here.size() > mostLines)
        readout.lines << u"and %1 more"_s.arg(countText(here.size() - mostLines));
    return readout;
}

Readout segmentReadout(
    const ViewState& state, const SegmentMoments& moments, const TimelineScene& scene, double x)
{
    constexpr double reach = 3;
    const std::size_t begin = position(state, scene.geometry.toValue(x - reach));
    const std::size_t end = position(state, scene.geometry.toValue(x + reach));
    Readout readout;
    addSegments(
        readout, moments.between(SegmentMoment::Gained, begin, end), u"from the driver"_s, state.units());
    addSegments(readout, moments.between(SegmentMoment::Returned, begin, end), u"back to the driver"_s,
        state.units());
    if (!readout.lines.isEmpty())
        readout.title = positionText(state.device(), state.history().eventCount(), end);
    return readout;
}

void addDriverRows(Readout& readout, const Device& device, const DeviceHistory& history, std::size_t position,
    const Theme& theme, ByteUnits units)
{
    const auto figures = driverFiguresAt(device, history, position);
    if (!figures)
        return;
    const auto add = [&](const QColor& swatch, const QString& label, std::optional<std::int64_t> bytes) {
        if (bytes)
            readout.rows.push_back(
                {swatch, label, megabytesText(*bytes, units), countText(*bytes) + u" B"_s});
    };
    // As the curve goes: the allocator's part is of this very event.
    if (figures->outside)
        add(processLook(theme).colour, u"driver: this process"_s,
            history.valueAt(Curve::Reserved, position) + *figures->outside);
    add(outsideLook(theme).colour, outsideName(*figures),
        figures->outside ? figures->outside : figures->outsideAndOthers);
    add(othersLook(theme).colour, othersName(*figures), figures->others);
    add({}, u"free on the device"_s, figures->free);
}

void addGroupRows(Readout& readout, const GroupColouring& colouring, std::size_t position, double bytes,
    const Theme& theme, ByteUnits units)
{
    constexpr std::size_t mostRows = 12;
    if (position > colouring.curves.eventCount())
        return;
    const std::vector<BandLook> looks = bandLooks(colouring.grouping, colouring.bands, theme);
    const std::optional<std::size_t> under = bandAt(colouring, position, bytes);
    if (under)
        readout.lines << u"over %1"_s.arg(QString::fromStdString(colouring.bands.bands[*under].name));
    std::size_t shown = 0;
    for (std::size_t band = looks.size(); band-- > 0;) {
        const std::int64_t held = colouring.curves.valueAt(band, position);
        if (held == 0 || (++shown > mostRows && band != under))
            continue;
        const QString name = QString::fromStdString(colouring.bands.bands[band].name);
        readout.rows.push_back({looks[band].colour, band == under ? u"\u25b8 "_s + name : u"\u2003"_s + name,
            megabytesText(held, units), countText(held) + u" B"_s});
    }
}

void addDistance(Readout& readout, const ViewState& state, std::size_t position)
{
    const std::size_t cursor = state.cursor();
    if (position == cursor)
        return;
    readout.lines << (position > cursor ? u"%1 after the cursor"_s : u"%1 before the cursor"_s)
                         .arg(extentText(
                             state.device(), std::min(cursor, position), std::max(cursor, position)));
    const CurveView curves = state.curves();
    const auto change = [&](Curve curve) {
        const std::int64_t bytes = curves.valueAt(curve, position) - curves.valueAt(curve, cursor);
        return (bytes < 0 ? u"\u2212"_s : u"+"_s) + megabytesText(std::abs(bytes), state.units());
    };
    readout.lines << (curves.hasReserved() ? u"reserved %1, allocated %2 from there"_s
                                           : u"active %1, allocated %2 from there"_s)
                         .arg(change(curves.hasReserved() ? Curve::Reserved : Curve::Active),
                             change(Curve::Allocated));
}

Readout rangeReadout(const ViewState& state, const AxisGeometry& geometry, const QRectF& chosen)
{
    Readout readout;
    readout.title = extentText(state.device(), position(state, geometry.toValue(chosen.left())),
        position(state, geometry.toValue(chosen.right())));
    readout.lines << u"release to zoom"_s;
    return readout;
}

} // namespace tidemark::ui
