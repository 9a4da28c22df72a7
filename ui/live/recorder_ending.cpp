// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/recorder_ending.h"

#include <QCoreApplication>
#include <csignal>
#include <cstring>

namespace tidemark::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("RecorderEnding", text);
}

// Why a process usually gets this signal.
QString usualCause(int number)
{
    switch (number) {
    case SIGKILL:
        return tr("stopped from outside, as the system does when memory runs out");
    case SIGTERM:
    case SIGINT:
        return tr("stopped from outside");
    case SIGSEGV:
    case SIGBUS:
        return tr("it touched memory that is not its own");
    case SIGABRT:
        return tr("it gave up on an error");
    default:
        return {};
    }
}

QString withFullStop(const QString& sentence)
{
    const QString trimmed = sentence.trimmed();
    return trimmed.isEmpty() || trimmed.endsWith(QLatin1Char('.')) ? trimmed : trimmed + QLatin1Char('.');
}

QString whatHappened(const RecorderEnding& ending)
{
    switch (ending.kind) {
    case RecorderEnding::Kind::NotStarted:
        return tr("The recorder could not be started: %1").arg(withFullStop(ending.reason));
    case RecorderEnding::Kind::Finished:
        return tr("The recording ended");
    case RecorderEnding::Kind::Damaged:
        return tr("What the recorder sends can no longer be read: %1").arg(withFullStop(ending.reason));
    case RecorderEnding::Kind::Failed:
        return ending.reason.isEmpty() ? tr("The recorder ended with exit code %1").arg(ending.code)
                                       : tr("The workload failed: %1").arg(withFullStop(ending.reason));
    case RecorderEnding::Kind::Crashed:
        break;
    }
    const QString cause = usualCause(ending.code);
    return cause.isEmpty() ? tr("The recorder crashed with %1").arg(signalName(ending.code))
                           : tr("The recorder was ended by %1 (%2)").arg(signalName(ending.code), cause);
}

} // namespace

QString signalName(int number)
{
    const char* abbreviation = ::sigabbrev_np(number);
    return abbreviation ? QStringLiteral("SIG") + QLatin1String(abbreviation) : tr("signal %1").arg(number);
}

QString elapsedText(qint64 milliseconds)
{
    const qint64 seconds = milliseconds / 1000;
    const auto twoDigits = [](qint64 value) {
        return QStringLiteral("%1").arg(value, 2, 10, QLatin1Char('0'));
    };
    const QString tail = twoDigits(seconds / 60 % 60) + QLatin1Char(':') + twoDigits(seconds % 60);
    return seconds < 3600 ? tail : QString::number(seconds / 3600) + QLatin1Char(':') + tail;
}

QString endingReason(const RecorderEnding& ending)
{
    QString result = whatHappened(ending);
    const bool saidWhy = result.endsWith(QLatin1Char('.'));
    if (ending.kind == RecorderEnding::Kind::NotStarted)
        return result;
    if (!saidWhy)
        result += tr(" after %1, at event %L2.").arg(elapsedText(ending.milliseconds)).arg(ending.events);
    // The recorder writes the reason on its standard error, too, with its name before it.
    const bool isNews = !ending.reason.contains(ending.lastWords)
        && (ending.reason.isEmpty() || !ending.lastWords.contains(ending.reason));
    if (ending.kind != RecorderEnding::Kind::Finished && isNews)
        result += tr(" It said: %1").arg(withFullStop(ending.lastWords));
    return result;
}

QString endingSentence(const RecorderEnding& ending)
{
    const bool isPlain =
        ending.kind == RecorderEnding::Kind::NotStarted || ending.kind == RecorderEnding::Kind::Finished;
    return endingReason(ending)
        + (isPlain ? QString() : tr(" Everything received is kept; Record starts another."));
}

} // namespace tidemark::ui
