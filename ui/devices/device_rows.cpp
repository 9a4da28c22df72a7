// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/devices/device_rows.h"

#include "core/analysis/devices/device_labels.h"
#include "ui/details/figures.h"
#include "ui/words.h"

#include <QStringList>
#include <algorithm>
#include <climits>
#include <cmath>

namespace tidemark::ui {

namespace {

using namespace Qt::Literals::StringLiterals;

QString addressOf(const Device& device, const QString& label)
{
    QStringList parts;
    const QString address = textOf(deviceAddress(device));
    if (!label.endsWith(address))
        parts << address;
    if (const QString name = textOf(device.name); !name.isEmpty() && name != address)
        parts << name;
    return parts.join(u" · "_s);
}

QString troublesOf(const ComparedDevice& device)
{
    QStringList parts;
    if (device.ooms > 0)
        parts << counted(device.ooms, tr("OOM"), tr("OOMs"));
    if (device.retries.value_or(0) > 0)
        parts << counted(static_cast<std::uint64_t>(*device.retries), tr("retry"), tr("retries"));
    return parts.join(u" · "_s);
}

void sortRows(std::vector<DeviceRow>& rows, const Recording& recording, const DeviceComparison& comparison,
    DeviceOrder order)
{
    const auto peak = [&](const DeviceRow& row) {
        return comparison.devices[row.device].peak(Curve::Reserved).bytes;
    };
    const auto rank = [&](const DeviceRow& row) {
        return rankOf(recording, recording.devices[row.device]).value_or(INT_MAX);
    };
    std::stable_sort(rows.begin(), rows.end(), [&](const DeviceRow& left, const DeviceRow& right) {
        return order == DeviceOrder::Rank ? rank(left) < rank(right) : peak(left) > peak(right);
    });
}

} // namespace

QString distanceText(const PeerDistance& distance, ByteUnits units)
{
    if (distance.bytes == 0)
        return tr("at the median");
    const QString sign = distance.bytes > 0 ? u"+"_s : distance.bytes < 0 ? u"\u2212"_s : QString();
    const QString bytes = sign + bytesText(static_cast<std::uint64_t>(std::abs(distance.bytes)), units);
    const auto percent = distance.percent();
    return percent ? u"%1 (%2 %)"_s.arg(bytes).arg(std::abs(std::lround(*percent))) : bytes;
}

std::vector<DeviceRow> deviceRows(
    const Recording& recording, const DeviceComparison& comparison, DeviceOrder order, ByteUnits units)
{
    std::vector<DeviceRow> rows;
    for (std::size_t i = 0; i < comparison.devices.size(); ++i) {
        const ComparedDevice& device = comparison.devices[i];
        if (!device.isCompared)
            continue;
        DeviceRow row;
        row.device = i;
        row.label = textOf(device.label);
        row.address = addressOf(recording.devices[i], row.label);
        row.distance = distanceText(device.distanceOf(Curve::Reserved), units);
        row.troubles = troublesOf(device);
        row.isOutlier = device.isOutlier;
        rows.push_back(std::move(row));
    }
    sortRows(rows, recording, comparison, order);
    return rows;
}

QString spokenRow(const DeviceRow& row, const ComparedDevice& device)
{
    const auto peak = [&](Curve curve) {
        return countText(static_cast<std::uint64_t>(device.peak(curve).bytes));
    };
    QString text =
        tr("%1: peaks are reserved %2 bytes, active %3 bytes, allocated %4 bytes; %5 against the "
           "median of the others.")
            .arg(row.label, peak(Curve::Reserved), peak(Curve::Active), peak(Curve::Allocated), row.distance);
    if (row.isOutlier)
        text += tr(" It stands out.");
    if (!row.troubles.isEmpty())
        text += u' ' + row.troubles + u'.';
    return text;
}

} // namespace tidemark::ui
