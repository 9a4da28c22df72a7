// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

namespace tidemark::ui {

// One option of a workload, set by "key=value".
struct WorkloadOptionInfo {
    QString name;
    QString defaultValue;
    QString description;
};

struct WorkloadInfo {
    QString name;
    QString description; // one plain sentence
    QList<WorkloadOptionInfo> options;
    bool hasSteps = true; // it trains; false: it waits for commands
};

// What every recorder of this version offers, should the installed one not say.
QList<WorkloadInfo> knownWorkloads();

// Reads the output of `tidemark-record --list --json`; empty when it is not that.
QList<WorkloadInfo> workloadsFromJson(const QByteArray& json);

} // namespace tidemark::ui
