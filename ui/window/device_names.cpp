// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/device_names.h"

#include "core/analysis/devices/device_labels.h"
#include "ui/details/figures.h"
#include "ui/words.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

std::int64_t highestSample(const Device& device)
{
    std::int64_t highest = 0;
    for (const SampledCurve& curve : device.curves) {
        for (std::size_t i = 0; i < curve.bytes.size(); ++i)
            highest = std::max(highest, curve.bytes[i]);
    }
    return highest;
}

QString peakText(const Device& device, const DeviceHistory& history, ByteUnits units)
{
    const auto text = [units](std::int64_t bytes) {
        return bytesText(static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0)), units);
    };
    if (device.events.empty() && !device.curves.empty())
        return tr("peak %1").arg(text(highestSample(device)));
    return tr("peak reserved %1").arg(text(history.peak(Curve::Reserved).bytes));
}

} // namespace

QString deviceName(const Device& device)
{
    const QString name = textOf(device.name);
    const QString address = textOf(deviceAddress(device));
    return name.isEmpty() || name == address ? address : address + QStringLiteral(" · ") + name;
}

QStringList deviceChoices(const AnalyzedRecording& analyzed, ByteUnits units)
{
    QStringList choices;
    const std::vector<std::string> labels = deviceLabels(analyzed.recording);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const Device& device = analyzed.recording.devices[i];
        const QString label = textOf(labels[i]);
        const QString address = textOf(deviceAddress(device));
        const QString whole = label == address ? deviceName(device)
            : label.contains(address)          ? label
                                               : label + QStringLiteral(" · ") + address;
        choices << tr("%1 — %2").arg(whole, peakText(device, analyzed.histories[i], units));
    }
    return choices;
}

} // namespace tidemark::ui
