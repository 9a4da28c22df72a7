// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/workload_list.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace tidemark::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("WorkloadList", text);
}

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
        {QStringLiteral("mlp"),
            tr("Trains a few linear layers. The smallest workload; every curve is easy to read."), {}},
        {QStringLiteral("playground"), tr("Does nothing by itself. You allocate and free blocks by hand."),
            {}, false},
    };
}

QList<WorkloadInfo> workloadsFromJson(const QByteArray& json)
{
    const QJsonDocument document = QJsonDocument::fromJson(json);
    const QJsonArray list =
        document.isArray() ? document.array() : document.object()[QLatin1String("workloads")].toArray();
    QList<WorkloadInfo> result;
    for (const QJsonValue& value : list) {
        const WorkloadInfo info = workloadFromJson(value.toObject());
        if (!info.name.isEmpty())
            result.append(info);
    }
    return result;
}

} // namespace tidemark::ui
