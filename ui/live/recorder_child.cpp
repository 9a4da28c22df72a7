// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/recorder_child.h"

#include <QDeadlineTimer>
#include <QProcessEnvironment>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <memory>

namespace tidemark::ui {

using namespace std::chrono_literals;

namespace {

constexpr auto stopPatience = 5s; // from "stop" to SIGTERM
constexpr auto termPatience = 3s; // from SIGTERM to SIGKILL
constexpr auto outputPatience = 1s; // for what is still on its way through the pipe
constexpr auto quitPatience = 1300ms; // between the steps for a window that is being closed
constexpr qint64 mostUnreadCommands = 64 * 1024; // bytes
constexpr qsizetype mostLastWords = 4096;

QString lastLine(const QByteArray& text)
{
    const QByteArray trimmed = text.trimmed();
    return QString::fromUtf8(trimmed.mid(trimmed.lastIndexOf('\n') + 1)).trimmed();
}

} // namespace

RecorderChild::RecorderChild(QObject* parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &RecorderChild::onTimeout);
    connect(&m_process, &QProcess::readyReadStandardError, this, &RecorderChild::keepLastWords);
    connect(&m_process, &QProcess::finished, this, &RecorderChild::onFinished);
    connect(&m_process, &QProcess::errorOccurred, this, &RecorderChild::onError);
}

RecorderChild::~RecorderChild()
{
    m_process.disconnect(this);
}

// The recorder writes into a pipe of our own, not QProcess's: that one reads without a bound.
FileDescriptor RecorderChild::start(const RecorderLaunch& launch)
{
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        m_startProblem = tr("no pipe could be opened: %1").arg(QString::fromLocal8Bit(std::strerror(errno)));
        m_hasEnded = true;
        return FileDescriptor();
    }
    if (!launch.variables.isEmpty()) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const QString& variable : launch.variables)
            environment.insert(
                variable.section(QLatin1Char('='), 0, 0), variable.section(QLatin1Char('='), 1));
        m_process.setProcessEnvironment(environment);
    }
    m_process.setStandardOutputFile(QProcess::nullDevice());
    // Runs in the child. Copies share the write end; the last of them, ours, is closed after the start.
    const auto writeEnd = std::make_shared<FileDescriptor>(ends[1]);
    m_process.setChildProcessModifier([writeEnd] { ::dup2(writeEnd->get(), STDOUT_FILENO); });
    m_process.start(launch.program, launch.arguments);
    m_process.setChildProcessModifier({});
    return FileDescriptor(ends[0]);
}

bool RecorderChild::send(const QString& command)
{
    if (!isRunning() || m_process.bytesToWrite() > mostUnreadCommands)
        return false;
    m_process.write(command.toUtf8() + '\n');
    return true;
}

void RecorderChild::stop()
{
    if (m_hasEnded || std::exchange(m_stopAsked, true))
        return;
    send(QStringLiteral("stop"));
    m_timer.start(stopPatience);
}

void RecorderChild::onTimeout()
{
    if (m_hasEnded) {
        Q_EMIT outputOverdue();
        return;
    }
    if (std::exchange(m_terminated, true)) {
        m_process.kill();
        return;
    }
    m_process.terminate();
    m_timer.start(termPatience);
}

QString RecorderChild::lastWords() const
{
    return lastLine(m_lastWords);
}

void RecorderChild::keepLastWords()
{
    m_lastWords = (m_lastWords + m_process.readAllStandardError()).right(mostLastWords);
}

void RecorderChild::onError(QProcess::ProcessError error)
{
    if (error != QProcess::FailedToStart)
        return;
    m_startProblem = tr("%1: %2").arg(m_process.program(), m_process.errorString());
    end();
}

void RecorderChild::onFinished()
{
    keepLastWords();
    end();
}

void RecorderChild::end()
{
    m_hasEnded = true;
    m_timer.start(outputPatience);
    Q_EMIT ended();
}

void RecorderChild::endAll(const std::vector<std::unique_ptr<RecorderChild>>& children)
{
    const auto waitForAll = [&children](const std::function<void(QProcess&)>& urge) {
        for (const auto& child : children)
            if (child->isRunning())
                urge(child->m_process);
        const QDeadlineTimer deadline(quitPatience);
        for (const auto& child : children)
            if (child->isRunning())
                child->m_process.waitForFinished(static_cast<int>(deadline.remainingTime()));
    };
    for (const auto& child : children)
        child->m_process.disconnect(child.get());
    waitForAll([](QProcess& process) {
        process.write("stop\n");
        process.waitForBytesWritten(50); // else only once its turn to be waited for comes
        process.closeWriteChannel();
    });
    waitForAll([](QProcess& process) { process.terminate(); });
    waitForAll([](QProcess& process) { process.kill(); });
}

} // namespace tidemark::ui
