// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details/driver_text.h"

#include "ui/details/figures.h"

#include <algorithm>

namespace tidemark::ui {

namespace {

QString bytes(std::int64_t value)
{
    return bytesText(static_cast<std::uint64_t>(std::max<std::int64_t>(value, 0)));
}

// How old a sample is at the moment; empty where it is of that moment, or times do not say.
QString ageText(const Moment& moment, const DriverFigures& figures)
{
    if (figures.position >= moment.position || moment.device.events.empty())
        return {};
    const std::size_t event = std::min(moment.position, moment.device.events.size()) - 1;
    const std::int64_t age = moment.device.events.timeUs()[event] - figures.timeUs;
    return age > 0 ? QStringLiteral(" · %1 before").arg(secondsText(age)) : QString();
}

QString processText(const DriverFigures& figures)
{
    const QString text = QStringLiteral("This process uses %1 of the device").arg(bytes(*figures.process));
    return figures.processSource == ProcessMemorySource::DeviceGrowth ? text
            + QStringLiteral(", told by what the device's use has grown by since before it used CUDA: what "
                             "other processes took meanwhile is counted too.")
                                                                      : text + QLatin1Char('.');
}

void addOutside(QStringList& sentences, const DriverFigures& figures)
{
    if (figures.outside)
        sentences << QStringLiteral("Outside the allocator: %1 (CUDA context and libraries).")
                         .arg(bytes(*figures.outside));
    else if (figures.outsideAndOthers)
        sentences << QStringLiteral("Outside the allocator: %1 (CUDA context, libraries and other processes; "
                                    "the driver does not tell them apart here).")
                         .arg(bytes(*figures.outsideAndOthers));
}

} // namespace

QString outsideName(const DriverFigures& figures)
{
    return figures.outside ? QStringLiteral("outside the allocator")
                           : QStringLiteral("outside, with other processes");
}

QString othersName(const DriverFigures& figures)
{
    return figures.isUsedByNvml ? QStringLiteral("other processes and the driver itself")
                                : QStringLiteral("other processes");
}

DriverText driverText(const Moment& moment)
{
    DriverText text;
    const auto figures = driverFiguresAt(moment.device, moment.history, moment.position);
    if (!figures)
        return text;
    text.title = QStringLiteral("The driver's view") + ageText(moment, *figures);
    if (figures->process)
        text.sentences << processText(*figures);
    if (figures->isTorn) {
        text.sentences << QStringLiteral(
            "The allocator moved while the driver was asked, so what lies outside of it is not told here.");
        return text;
    }
    addOutside(text.sentences, *figures);
    if (figures->others && *figures->others == 0 && !figures->isUsedByNvml)
        text.sentences << QStringLiteral("Other processes: nothing.");
    else if (figures->others) {
        QString name = othersName(*figures);
        name[0] = name[0].toUpper();
        text.sentences << QStringLiteral("%1: %2.").arg(name, bytes(*figures->others));
    }
    if (figures->free)
        text.sentences << QStringLiteral("Free on the device: %1 of %2.")
                              .arg(bytes(*figures->free), bytesText(moment.device.capacity));
    return text;
}

} // namespace tidemark::ui
