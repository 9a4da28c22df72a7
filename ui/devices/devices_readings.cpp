// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/devices/devices_readings.h"

#include "ui/details/figures.h"
#include "ui/timeline/readout.h"
#include "ui/timeline/tick_labels.h"
#include "ui/words.h"

#include <QStringList>
#include <algorithm>
#include <cmath>

namespace tidemark::ui {

namespace {

using namespace Qt::Literals::StringLiterals;

} // namespace

QString placeText(const DeviceAlignment& alignment, double place)
{
    switch (alignment.by()) {
    case AlignBy::Time:
        return timeText(std::llround(place));
    case AlignBy::Event:
        return tr("event %1").arg(eventTickLabel(std::floor(place)));
    case AlignBy::Step:
        break;
    }
    const double step = std::floor(place);
    return tr("step %1 and %2 %").arg(eventTickLabel(step)).arg(static_cast<int>((place - step) * 100));
}

QString readingAt(const DevicesModel& model, const DeviceRow& row, double place)
{
    if (!model.alignment().hasPlace(row.device))
        return {};
    const std::size_t position = model.positionOf(row, place);
    const DeviceHistory& history = model.historyOf(row);
    if (model.alignment().toOwn(row.device, place) < 0)
        return tr("begins later");
    const QString text = tr("reserved %1 · allocated %2")
                             .arg(megabytesText(history.valueAt(Curve::Reserved, position), model.units()),
                                 megabytesText(history.valueAt(Curve::Allocated, position), model.units()));
    return position < history.eventCount() ? text : tr("%1 · its end").arg(text);
}

QString exactReadingAt(const DevicesModel& model, const DeviceRow& row, double place)
{
    QStringList parts = {placeText(model.alignment(), place), row.label};
    if (model.alignment().hasPlace(row.device)) {
        const std::size_t position = model.positionOf(row, place);
        const DeviceHistory& history = model.historyOf(row);
        parts << positionText(model.deviceOf(row), history.eventCount(), position);
        const auto add = [&](Curve curve, const QString& name) {
            parts << u"%1 %2 B"_s.arg(name,
                countText(
                    static_cast<std::uint64_t>(std::max<std::int64_t>(0, history.valueAt(curve, position)))));
        };
        add(Curve::Reserved, tr("reserved"));
        add(Curve::Active, tr("active"));
        add(Curve::Allocated, tr("allocated"));
    }
    return parts.join(u" · "_s);
}

} // namespace tidemark::ui
