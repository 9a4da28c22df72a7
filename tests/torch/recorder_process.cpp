// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/torch/recorder_process.h"

#include <QDeadlineTimer>
#include <QFile>
#include <csignal>
#include <unistd.h>

namespace tidemark::tests {

namespace {

constexpr int patienceMs = 120'000;
const QString program = QStringLiteral(TIDEMARK_RECORDER_PROGRAM);

} // namespace

RecorderProcess::RecorderProcess(const QStringList& arguments)
{
    m_process.start(program, arguments);
    m_process.waitForStarted();
}

RecorderProcess::~RecorderProcess()
{
    if (!isRunning())
        return;
    m_process.kill();
    m_process.waitForFinished();
}

void RecorderProcess::send(const QByteArray& line)
{
    m_process.write(line + '\n');
    m_process.waitForBytesWritten();
}

void RecorderProcess::closeInput()
{
    m_process.closeWriteChannel();
}

std::optional<Answer> RecorderProcess::ask(const QByteArray& line)
{
    takeOutput();
    const std::size_t before = m_answers.size();
    send(line);
    if (!waitUntil([this, before] { return m_answers.size() > before; }))
        return std::nullopt;
    return m_answers[before];
}

bool RecorderProcess::waitUntil(const std::function<bool()>& condition)
{
    const QDeadlineTimer deadline(patienceMs);
    while (!condition()) {
        if (deadline.hasExpired())
            return false;
        const bool wasRunning = isRunning();
        m_process.waitForReadyRead(20);
        takeOutput();
        if (!wasRunning)
            return condition();
    }
    return true;
}

bool RecorderProcess::waitForState(RecorderState state)
{
    return waitUntil([this, state] { return m_decoder.status().state == state; });
}

std::optional<int> RecorderProcess::waitForEnd()
{
    waitUntil([this] { return !isRunning(); });
    takeOutput();
    if (isRunning() || m_process.exitStatus() != QProcess::NormalExit)
        return std::nullopt;
    return m_process.exitCode();
}

std::int64_t RecorderProcess::residentBytes() const
{
    QFile file(QStringLiteral("/proc/%1/statm").arg(processId()));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    return file.readAll().split(' ').value(1).toLongLong() * sysconf(_SC_PAGESIZE);
}

void RecorderProcess::signal(int number) const
{
    ::kill(static_cast<pid_t>(processId()), number);
}

void RecorderProcess::takeOutput()
{
    const QByteArray bytes = m_process.readAllStandardOutput();
    const auto fed =
        m_decoder.feed(std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    if (!fed && m_decodingError.isEmpty())
        m_decodingError = QString::fromStdString(fed.error().message);
    for (Answer& answer : m_decoder.takeAnswers())
        m_answers.push_back(std::move(answer));
}

PlainRun runRecorder(const QStringList& arguments, const QByteArray& input)
{
    QProcess process;
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    process.waitForFinished(patienceMs);
    PlainRun run;
    if (process.exitStatus() == QProcess::NormalExit && process.state() == QProcess::NotRunning)
        run.exitCode = process.exitCode();
    run.output = process.readAllStandardOutput();
    run.errors = process.readAllStandardError();
    return run;
}

} // namespace tidemark::tests
