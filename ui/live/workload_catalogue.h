// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/live/recorder_program.h"
#include "ui/live/workload_list.h"

#include <QObject>
#include <QProcess>

namespace tidemark::ui {

// Asks a recorder what it can run.
class WorkloadCatalogue : public QObject {
    Q_OBJECT

public:
    explicit WorkloadCatalogue(QObject* parent = nullptr);
    ~WorkloadCatalogue() override;

    // Once. A recorder that does not answer in ten seconds, or not in JSON, is taken to offer
    // knownWorkloads().
    void ask(const RecorderProgram& recorder);

Q_SIGNALS:
    void answered(const QList<tidemark::ui::WorkloadInfo>& workloads);

private:
    QProcess m_process;
};

} // namespace tidemark::ui
