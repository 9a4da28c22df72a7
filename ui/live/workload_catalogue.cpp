// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/workload_catalogue.h"

#include "ui/live/stream_prelude.h"

#include <span>

namespace tidemark::ui {

namespace {

constexpr int elsewhereTakes = 4; // times as long: connections, queues

bool looksLikeJson(const QByteArray& output)
{
    const QByteArray trimmed = output.trimmed();
    return trimmed.isEmpty() || trimmed.startsWith('{') || trimmed.startsWith('[');
}

// Why an output is no list, as far as the output tells.
QString whyNoList(const QByteArray& output, int code)
{
    if (!looksLikeJson(output))
        return QString::fromStdString(
            foreignText(std::as_bytes(std::span(output.data(), std::size_t(output.size())))).message);
    if (code != 0)
        return {};
    return WorkloadCatalogue::tr("What came is no list; is the recorder there of the same version?");
}

} // namespace

WorkloadCatalogue::WorkloadCatalogue(QObject* parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &WorkloadCatalogue::giveUp);
}

WorkloadCatalogue::~WorkloadCatalogue()
{
    if (!m_process)
        return;
    m_process->disconnect(this);
    m_process->kill();
    m_process->waitForFinished(1000);
}

void WorkloadCatalogue::forget()
{
    m_timer.stop();
    if (!m_process)
        return;
    m_process->disconnect(this);
    m_process->kill();
    // It is collected once it has gone; nobody waits.
    QProcess* process = m_process.release();
    connect(process, &QProcess::finished, process, &QObject::deleteLater);
    if (process->state() == QProcess::NotRunning)
        process->deleteLater();
}

void WorkloadCatalogue::ask(const RecorderProgram& recorder)
{
    forget();
    if (recorder.isEmpty()) {
        Q_EMIT asked();
        return;
    }
    m_launch = launchOf(recorder, {QStringLiteral("--list"), QStringLiteral("--json")});
    m_process = std::make_unique<QProcess>();
    m_process->setStandardInputFile(QProcess::nullDevice());
    connect(m_process.get(), &QProcess::finished, this, &WorkloadCatalogue::take);
    connect(m_process.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            end(RecorderEnding::Kind::NotStarted,
                tr("%1: %2").arg(m_launch.program, m_process->errorString()));
    });
    m_timer.start(recorder.isElsewhere() ? m_patience * elsewhereTakes : m_patience);
    m_process->start(m_launch.program, m_launch.arguments);
    Q_EMIT asked();
}

void WorkloadCatalogue::take()
{
    const QByteArray output = m_process->readAllStandardOutput();
    if (const auto offer = offerFromJson(output)) {
        forget();
        Q_EMIT answered(*offer);
        return;
    }
    const bool isCrash = m_process->exitStatus() == QProcess::CrashExit; // whose code is a signal
    end(isCrash ? RecorderEnding::Kind::Crashed : RecorderEnding::Kind::NeverBegan,
        whyNoList(output, m_process->exitCode()));
}

void WorkloadCatalogue::giveUp()
{
    end(RecorderEnding::Kind::NeverBegan,
        tr("It did not answer in %1 seconds.").arg(m_timer.interval() / 1000));
}

void WorkloadCatalogue::end(RecorderEnding::Kind kind, const QString& reason)
{
    RecorderEnding ending;
    ending.kind = kind;
    ending.reason = reason;
    ending.code = m_process->exitCode();
    const QByteArray errors = m_process->readAllStandardError().trimmed();
    ending.lastWords = QString::fromUtf8(errors.mid(errors.lastIndexOf('\n') + 1)).trimmed();
    ending.carrier = m_launch.carrier;
    ending.command = m_launch.command();
    forget();
    Q_EMIT failed(noListSentence(ending));
}

} // namespace tidemark::ui
