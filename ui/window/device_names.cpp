// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/device_names.h"

#include "ui/details/figures.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

namespace tidemark::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("DeviceNames", text);
}

std::int64_t highestSample(const Device& device)
{
    std::int64_t highest = 0;
    for (const SampledCurve& curve : device.curves) {
        for (std::size_t i = 0; i < curve.bytes.size(); ++i)
            highest = std::max(highest, curve.bytes[i]);
    }
    return highest;
}

} // namespace

QString deviceName(const Device& device)
{
    const QString name = textOf(device.name);
    if (device.ordinal < 0)
        return name.isEmpty() ? tr("pinned host memory") : name;
    if (name == QLatin1String("cpu"))
        return name;
    const QString cuda = QStringLiteral("cuda:%1").arg(device.ordinal);
    return name.isEmpty() ? cuda : cuda + QStringLiteral(" · ") + name;
}

QString deviceChoice(const AnalyzedRecording& recording, std::size_t index)
{
    const Device& device = recording.recording.devices[index];
    QStringList parts;
    if (!device.source.empty())
        parts << textOf(device.source);
    parts << deviceName(device);
    const std::int64_t reserved = recording.histories[index].peak(Curve::Reserved).bytes;
    if (device.events.empty() && !device.curves.empty())
        parts << tr("peak %1").arg(bytesText(static_cast<std::uint64_t>(highestSample(device))));
    else
        parts << tr("peak %1 reserved")
                     .arg(bytesText(static_cast<std::uint64_t>(std::max<std::int64_t>(reserved, 0))));
    return parts.join(QStringLiteral(" · "));
}

} // namespace tidemark::ui
