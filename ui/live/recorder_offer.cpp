// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/recorder_offer.h"

#include "ui/words.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

namespace tidemark::ui {

namespace {

QString textOf(const QJsonValue& value)
{
    if (value.isBool())
        return value.toBool() ? QStringLiteral("on") : QStringLiteral("off");
    return value.toVariant().toString();
}

WorkloadInfo workloadFromJson(const QJsonObject& object)
{
    WorkloadInfo info;
    info.name = object[QLatin1String("name")].toString();
    info.description = object[QLatin1String("description")].toString();
    info.hasSteps = object[QLatin1String("has_steps")].toBool(true);
    for (const QJsonValue& value : object[QLatin1String("options")].toArray()) {
        const QJsonObject option = value.toObject();
        info.options.append({option[QLatin1String("name")].toString(),
            textOf(option[QLatin1String("default")]), option[QLatin1String("help")].toString()});
    }
    return info;
}

DeviceOffer deviceFromJson(const QJsonObject& object)
{
    DeviceOffer device;
    device.name = object[QLatin1String("name")].toString();
    device.description = object[QLatin1String("description")].toString();
    device.capacity =
        static_cast<std::uint64_t>(std::max<qint64>(object[QLatin1String("capacity")].toInteger(), 0));
    return device;
}

} // namespace

QList<WorkloadInfo> knownWorkloads()
{
    return {
        {QStringLiteral("transformer"),
            tr("Trains a small language model. Every step has another sequence length, which is what "
               "fragments memory."),
            {}},
        {QStringLiteral("vgg"),
            tr("Trains an image network of convolutions. Large activations come and go in every step."), {}},
        {QStringLiteral("deit"),
            tr("Trains a vision transformer under mixed precision. Much of what the backward pass needs "
               "stays "
               "in single precision."),
            {}},
        {QStringLiteral("mlp"),
            tr("Trains a few linear layers. The smallest workload; every curve is easy to read."), {}},
        {QStringLiteral("playground"), tr("Does nothing by itself. You allocate and free blocks by hand."),
            {}, false},
    };
}

std::optional<RecorderOffer> offerFromJson(const QByteArray& json)
{
    const QJsonDocument document = QJsonDocument::fromJson(json);
    const QJsonObject object = document.object();
    RecorderOffer offer;
    for (const QJsonValue& value : object[QLatin1String("workloads")].toArray()) {
        const WorkloadInfo info = workloadFromJson(value.toObject());
        if (!info.name.isEmpty())
            offer.workloads.append(info);
    }
    for (const QJsonValue& value : object[QLatin1String("devices")].toArray()) {
        const DeviceOffer device = deviceFromJson(value.toObject());
        if (!device.name.isEmpty())
            offer.devices.append(device);
    }
    offer.withoutCuda = object[QLatin1String("without_cuda")].toString();
    if (offer.workloads.isEmpty())
        return std::nullopt;
    return offer;
}

} // namespace tidemark::ui
