// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/record_form.h"

#include <QSettings>
#include <algorithm>

namespace tidemark::ui {

namespace {

const QString workloadKey = QStringLiteral("record/workload");
const QString settingsKey = QStringLiteral("record/settings");
const QString stepsKey = QStringLiteral("record/steps");
const QString confKey = QStringLiteral("record/conf");
const QString limitKey = QStringLiteral("record/limit");
const QString seedKey = QStringLiteral("record/seed");
const QString holdKey = QStringLiteral("record/hold");
const QString deviceKey = QStringLiteral("record/device");
const QString allocatorKey = QStringLiteral("record/allocator");
const QString ranksKey = QStringLiteral("record/ranks");
const QString runOnKey = QStringLiteral("record/runOn");
const QString recorderKey = QStringLiteral("record/recorder");

} // namespace

void saveRunOptions(QSettings& settings, const RunOptions& options)
{
    settings.setValue(workloadKey, options.workload);
    settings.setValue(settingsKey, options.settings);
    settings.setValue(stepsKey, options.steps);
    settings.setValue(confKey, options.allocatorConf);
    settings.setValue(limitKey, static_cast<qulonglong>(options.limit));
    settings.setValue(seedKey, options.seed ? QVariant(static_cast<qulonglong>(*options.seed)) : QVariant());
    settings.setValue(holdKey, options.hold);
    settings.setValue(deviceKey, options.device);
    settings.setValue(allocatorKey, options.allocator);
    settings.setValue(ranksKey, options.ranks);
}

RunOptions savedRunOptions(QSettings& settings)
{
    RunOptions options;
    options.steps = 40;
    options.workload = settings.value(workloadKey).toString();
    options.settings = settings.value(settingsKey).toStringList();
    options.steps = settings.value(stepsKey, options.steps).toInt();
    options.allocatorConf = settings.value(confKey).toString();
    options.limit = settings.value(limitKey).toULongLong();
    if (const QVariant seed = settings.value(seedKey); seed.isValid() && !seed.toString().isEmpty())
        options.seed = seed.toULongLong();
    options.hold = settings.value(holdKey, true).toBool();
    options.device = settings.value(deviceKey).toString();
    options.allocator = settings.value(allocatorKey).toString();
    options.ranks = std::clamp(settings.value(ranksKey, 1).toInt(), 1, mostRanks);
    return options;
}

void saveRecorderPlace(QSettings& settings, const RecorderPlace& place)
{
    settings.setValue(runOnKey, place.runOn);
    settings.setValue(recorderKey, place.recorder);
}

RecorderPlace savedRecorderPlace(QSettings& settings)
{
    return {settings.value(runOnKey).toString(), settings.value(recorderKey).toString()};
}

} // namespace tidemark::ui
