// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>
#include <optional>

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

// A device that a recorder can use.
struct DeviceOffer {
    QString name; // "cpu", "cuda:0"
    QString description; // "NVIDIA H200"; may be empty
    std::uint64_t capacity = 0; // bytes; 0: not known
};

// What a recorder says it can do.
struct RecorderOffer {
    QList<WorkloadInfo> workloads;
    QList<DeviceOffer> devices; // empty: it does not say
    QString withoutCuda; // why none of them is CUDA's, a sentence; empty: one is, or it does not say
};

// What every recorder of this version offers, should the installed one not say.
QList<WorkloadInfo> knownWorkloads();

// Reads the output of `tidemark-record --list --json`; nothing when it is not that.
std::optional<RecorderOffer> offerFromJson(const QByteArray& json);

} // namespace tidemark::ui
