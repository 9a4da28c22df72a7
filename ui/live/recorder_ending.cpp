// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/recorder_ending.h"

#include "ui/live/remote_words.h"
#include "ui/words.h"

#include <QStringList>
#include <algorithm>
#include <csignal>
#include <cstring>

namespace tidemark::ui {

namespace {

bool isSsh(const QString& carrier)
{
    return shellsBehind(wordsTyped(carrier)) > 0;
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

// Why nothing came, by the exit codes that shells and ssh give, and what to do.
QString whatToDo(const RecorderEnding& ending)
{
    constexpr int notAllowed = 126;
    constexpr int notFound = 127;
    constexpr int noConnection = 255;
    if (ending.carrier.isEmpty())
        return {};
    if (ending.code == notFound)
        return tr("If the recorder has another name or folder there, write it under Recorder.");
    if (ending.code == notAllowed)
        return tr("What is named under Recorder must be a program that may be run there.");
    if (ending.code == noConnection && isSsh(ending.carrier))
        return tr("ssh has to connect without asking anything: try it in a terminal first.");
    return tr("Try the command in a terminal.");
}

QString nothingCame(const QString& what, const RecorderEnding& ending)
{
    const QString who =
        ending.carrier.isEmpty() ? tr("the recorder") : QStringLiteral("“%1”").arg(ending.command);
    if (!ending.reason.isEmpty())
        return tr("No %1 came from %2. %3").arg(what, who, withFullStop(ending.reason));
    QString result = tr("No %1 came: %2 ended with exit code %3.").arg(what, who).arg(ending.code);
    if (!ending.lastWords.isEmpty())
        result += tr(" It said: %1").arg(withFullStop(ending.lastWords));
    const QString advice = whatToDo(ending);
    return advice.isEmpty() ? result : result + QLatin1Char(' ') + advice;
}

QString endedWithCode(const RecorderEnding& ending)
{
    constexpr int noConnection = 255;
    if (ending.carrier.isEmpty())
        return tr("The recorder ended with exit code %1").arg(ending.code);
    if (ending.code == noConnection && isSsh(ending.carrier))
        return tr("The connection to the recorder (%1) was lost").arg(ending.carrier);
    return tr("The recorder, or what carries it (%1), ended with exit code %2")
        .arg(ending.carrier)
        .arg(ending.code);
}

QString endedBySignal(const RecorderEnding& ending)
{
    const QString cause = usualCause(ending.code);
    const QString who = ending.carrier.isEmpty() ? tr("The recorder")
                                                 : tr("What carries the recorder (%1)").arg(ending.carrier);
    return cause.isEmpty() ? tr("%1 crashed with %2").arg(who, signalName(ending.code))
                           : tr("%1 was ended by %2 (%3)").arg(who, signalName(ending.code), cause);
}

QString whatHappened(const RecorderEnding& ending)
{
    switch (ending.kind) {
    case RecorderEnding::Kind::NotStarted:
        return tr("The recorder could not be started: %1").arg(withFullStop(ending.reason));
    case RecorderEnding::Kind::NeverBegan:
        return nothingCame(tr("recording"), ending);
    case RecorderEnding::Kind::Finished:
        return tr("The recording ended");
    case RecorderEnding::Kind::Damaged:
        return tr("What the recorder sends can no longer be read: %1").arg(withFullStop(ending.reason));
    case RecorderEnding::Kind::CutOff:
        if (!ending.reason.isEmpty())
            return withFullStop(ending.reason);
        return ending.carrier.isEmpty()
            ? tr("The recorder left in the middle of its recording")
            : tr("The connection to the recorder (%1) ended in the middle of the recording")
                  .arg(ending.carrier);
    case RecorderEnding::Kind::Failed:
        return ending.reason.isEmpty() ? endedWithCode(ending)
                                       : tr("The workload failed: %1").arg(withFullStop(ending.reason));
    case RecorderEnding::Kind::Crashed:
        break;
    }
    return endedBySignal(ending);
}

// Nothing was received, so nothing is kept.
bool hasNothing(const RecorderEnding& ending)
{
    return ending.kind == RecorderEnding::Kind::NotStarted || ending.kind == RecorderEnding::Kind::NeverBegan;
}

bool isOnly(const std::vector<RankEnding>& endings)
{
    return endings.size() == 1 && endings.front().rank == RankEnding::only;
}

bool allAreFine(const std::vector<RankEnding>& endings)
{
    return std::all_of(
        endings.begin(), endings.end(), [](const RankEnding& rank) { return rank.ending.isFine(); });
}

// The failed ones, each named. Ranks that tell the same tale are told once.
QString failures(const std::vector<RankEnding>& endings)
{
    QStringList sentences;
    QStringList ranks;
    for (const auto& [rank, ending] : endings) {
        if (ending.isFine())
            continue;
        const QString sentence = endingReason(ending);
        const qsizetype same = sentences.indexOf(sentence);
        if (same >= 0) {
            ranks[same] += QStringLiteral(", %1").arg(rank);
            continue;
        }
        sentences << sentence;
        ranks << QString::number(rank);
    }
    QStringList result;
    for (qsizetype i = 0; i < sentences.size(); ++i)
        result << (ranks[i].contains(QLatin1Char(',')) ? tr("Ranks %1: %2") : tr("Rank %1: %2"))
                      .arg(ranks[i], sentences[i]);
    return result.join(QLatin1Char(' '));
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
    if (hasNothing(ending))
        return result;
    if (!saidWhy)
        result += tr(" after %1, at event %L2.").arg(elapsedText(ending.milliseconds)).arg(ending.events);
    // The recorder writes the reason on its standard error, too, with its name before it.
    const bool isNews = !ending.reason.contains(ending.lastWords)
        && (ending.reason.isEmpty() || !ending.lastWords.contains(ending.reason));
    if (!ending.isFine() && isNews)
        result += tr(" It said: %1").arg(withFullStop(ending.lastWords));
    return result;
}

QString noListSentence(const RecorderEnding& ending)
{
    if (ending.kind == RecorderEnding::Kind::NotStarted)
        return whatHappened(ending);
    RecorderEnding told = ending;
    if (ending.kind == RecorderEnding::Kind::Crashed)
        told.reason = whatHappened(ending);
    return nothingCame(tr("list of workloads"), told);
}

QString endingSentence(const RecorderEnding& ending)
{
    const bool isPlain = hasNothing(ending) || ending.isFine();
    return endingReason(ending)
        + (isPlain ? QString() : tr(" Everything received is kept; Record starts another."));
}

QString endingReason(const std::vector<RankEnding>& endings)
{
    if (isOnly(endings))
        return endingReason(endings.front().ending);
    if (!allAreFine(endings))
        return failures(endings);
    RecorderEnding last;
    for (const RankEnding& rank : endings) {
        last.events += rank.ending.events;
        last.milliseconds = std::max(last.milliseconds, rank.ending.milliseconds);
    }
    return tr("The recording of %1 ranks ended after %2, at event %L3.")
        .arg(endings.size())
        .arg(elapsedText(last.milliseconds))
        .arg(last.events);
}

QString endingSentence(const std::vector<RankEnding>& endings)
{
    if (isOnly(endings))
        return endingSentence(endings.front().ending);
    const bool hasSomething = std::any_of(
        endings.begin(), endings.end(), [](const RankEnding& rank) { return !hasNothing(rank.ending); });
    return endingReason(endings)
        + (allAreFine(endings) || !hasSomething ? QString()
                                                : tr(" Everything received is kept; Record starts another."));
}

} // namespace tidemark::ui
