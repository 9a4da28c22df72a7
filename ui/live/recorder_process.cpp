// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/recorder_process.h"

#include "ui/live/stream_reader.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>

namespace tidemark::ui {

using namespace std::chrono_literals;

namespace {

constexpr auto stopPatience = 5s; // from "stop" to SIGTERM
constexpr auto termPatience = 3s; // from SIGTERM to SIGKILL
constexpr int quitPatience = 1300; // the same for a window that is being closed, milliseconds
constexpr qint64 mostUnreadCommands = 64 * 1024; // bytes
constexpr qsizetype mostLastWords = 4096;

RecorderProcess::State stateOf(RecorderState state)
{
    switch (state) {
    case RecorderState::Starting:
        return RecorderProcess::State::Starting;
    case RecorderState::Paused:
        return RecorderProcess::State::Paused;
    case RecorderState::Holding:
        return RecorderProcess::State::Holding;
    case RecorderState::Running:
    case RecorderState::Finished: // until the process itself has gone
    case RecorderState::Failed:
        break;
    }
    return RecorderProcess::State::Running;
}

QString lastLine(const QByteArray& text)
{
    const QByteArray trimmed = text.trimmed();
    return QString::fromUtf8(trimmed.mid(trimmed.lastIndexOf('\n') + 1)).trimmed();
}

} // namespace

RecorderProcess::RecorderProcess(QObject* parent)
    : QObject(parent)
{
    m_stopTimer.setSingleShot(true);
    connect(&m_stopTimer, &QTimer::timeout, this, &RecorderProcess::onStopTimeout);
    connect(&m_process, &QProcess::readyReadStandardError, this, &RecorderProcess::keepLastWords);
    connect(&m_process, &QProcess::finished, this, &RecorderProcess::onFinished);
    connect(&m_process, &QProcess::errorOccurred, this, &RecorderProcess::onError);
}

RecorderProcess::~RecorderProcess()
{
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.write("stop\n");
    m_process.closeWriteChannel();
    if (m_process.waitForFinished(quitPatience))
        return;
    m_process.terminate();
    if (m_process.waitForFinished(quitPatience))
        return;
    m_process.kill();
    m_process.waitForFinished(quitPatience);
}

// The recorder writes into a pipe of our own, not QProcess's: that one reads without a bound.
bool RecorderProcess::openPipe()
{
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return false;
    m_reader = std::make_unique<StreamReader>(FileDescriptor(ends[0]));
    connect(m_reader.get(), &StreamReader::updated, this, &RecorderProcess::takeUpdate);
    m_process.setStandardOutputFile(QProcess::nullDevice());
    // Runs in the child. Copies share the write end; the last of them, ours, is closed after the start.
    const auto writeEnd = std::make_shared<FileDescriptor>(ends[1]);
    m_process.setChildProcessModifier([writeEnd] { ::dup2(writeEnd->get(), STDOUT_FILENO); });
    return true;
}

void RecorderProcess::start(const RecorderProgram& program, const RunOptions& options)
{
    m_clock.start();
    if (program.isEmpty()) {
        end(RecorderEnding::Kind::NotStarted,
            tr("tidemark-record is neither beside this program nor on the PATH; build it with LibTorch, or "
               "name it in TIDEMARK_RECORDER"));
        return;
    }
    if (!openPipe()) {
        end(RecorderEnding::Kind::NotStarted,
            tr("no pipe could be opened: %1").arg(QString::fromLocal8Bit(std::strerror(errno))));
        return;
    }
    setState(State::Starting);
    m_process.start(program.program, program.arguments + recorderArguments(options));
    m_process.setChildProcessModifier({});
}

bool RecorderProcess::send(const QString& command)
{
    if (!isAlive() || m_process.state() == QProcess::NotRunning
        || m_process.bytesToWrite() > mostUnreadCommands)
        return false;
    m_process.write(command.toUtf8() + '\n');
    return true;
}

void RecorderProcess::stop()
{
    if (!isAlive() || std::exchange(m_stopAsked, true))
        return;
    send(QStringLiteral("stop"));
    m_stopTimer.start(stopPatience);
}

void RecorderProcess::onStopTimeout()
{
    if (m_exited) {
        m_reader->finish(); // somebody else still holds the pipe
        return;
    }
    if (std::exchange(m_terminated, true)) {
        m_process.kill();
        return;
    }
    m_process.terminate();
    m_stopTimer.start(termPatience);
}

qint64 RecorderProcess::elapsedMilliseconds() const
{
    return isAlive() ? m_clock.elapsed() : m_ending.milliseconds;
}

void RecorderProcess::takeUpdate()
{
    LiveUpdate update = m_reader->takeUpdate();
    const std::vector<Answer> answers = std::exchange(update.answers, {});
    m_newest = std::move(update);
    Q_EMIT updated();
    if (isAlive() && !m_exited)
        setState(stateOf(m_newest.status.state));
    for (const Answer& answer : answers)
        Q_EMIT answered(answer);
    if (m_newest.damage && !m_exited)
        m_process.terminate();
    endWhenAllIsRead();
}

void RecorderProcess::keepLastWords()
{
    m_lastWords = (m_lastWords + m_process.readAllStandardError()).right(mostLastWords);
}

void RecorderProcess::onError(QProcess::ProcessError error)
{
    if (error == QProcess::FailedToStart)
        end(RecorderEnding::Kind::NotStarted, tr("%1: %2").arg(m_process.program(), m_process.errorString()));
}

void RecorderProcess::onFinished(int code, QProcess::ExitStatus status)
{
    keepLastWords();
    m_exited = true;
    m_ending.code = code;
    m_ending.kind = status == QProcess::CrashExit ? RecorderEnding::Kind::Crashed
        : code == 0                               ? RecorderEnding::Kind::Finished
                                                  : RecorderEnding::Kind::Failed;
    // The rest may still be on its way through the pipe.
    m_stopTimer.start(1s);
    endWhenAllIsRead();
}

void RecorderProcess::endWhenAllIsRead()
{
    if (!isAlive() || !m_exited || !m_newest.closed)
        return;
    m_stopTimer.stop();
    if (m_newest.damage) {
        end(RecorderEnding::Kind::Damaged, QString::fromStdString(m_newest.damage->message));
        return;
    }
    if (m_newest.status.state == RecorderState::Failed) {
        end(RecorderEnding::Kind::Failed, QString::fromStdString(m_newest.status.text));
        return;
    }
    // To whoever asked it to stop, the signal that ended it is no crash.
    end(m_stopAsked ? RecorderEnding::Kind::Finished : m_ending.kind, {});
}

void RecorderProcess::end(RecorderEnding::Kind kind, const QString& reason)
{
    m_ending.kind = kind;
    m_ending.reason = reason;
    m_ending.lastWords = lastLine(m_lastWords);
    m_ending.milliseconds = m_clock.elapsed();
    if (m_newest.recording && !m_newest.recording->histories.empty())
        m_ending.events = m_newest.recording->histories.front().eventCount();
    setState(kind == RecorderEnding::Kind::Finished ? State::Finished
            : kind == RecorderEnding::Kind::Crashed ? State::Crashed
                                                    : State::Failed);
}

void RecorderProcess::setState(State state)
{
    if (state == m_state)
        return;
    m_state = state;
    Q_EMIT stateChanged();
}

} // namespace tidemark::ui
