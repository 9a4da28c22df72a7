// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/workload_catalogue.h"

#include <QTimer>
#include <chrono>

namespace tidemark::ui {

using namespace std::chrono_literals;

WorkloadCatalogue::WorkloadCatalogue(QObject* parent)
    : QObject(parent)
{
    m_process.setStandardErrorFile(QProcess::nullDevice());
    m_process.setStandardInputFile(QProcess::nullDevice());
    connect(&m_process, &QProcess::finished, this, [this] {
        const auto workloads = workloadsFromJson(m_process.readAllStandardOutput());
        if (!workloads.isEmpty())
            Q_EMIT answered(workloads);
    });
}

WorkloadCatalogue::~WorkloadCatalogue()
{
    m_process.disconnect(this);
    m_process.kill();
    m_process.waitForFinished(1000);
}

void WorkloadCatalogue::ask(const RecorderProgram& recorder)
{
    if (recorder.isEmpty())
        return;
    m_process.start(recorder.program,
        recorder.arguments + QStringList{QStringLiteral("--list"), QStringLiteral("--json")});
    QTimer::singleShot(10s, &m_process, &QProcess::kill);
}

} // namespace tidemark::ui
