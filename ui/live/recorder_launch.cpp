// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/recorder_launch.h"

#include "ui/live/remote_words.h"

#include <QRandomGenerator>

namespace tidemark::ui {

namespace {

// Where nothing else listens, as a rule: below the ports that Linux gives to outgoing connections.
constexpr int firstPort = 20'000;
constexpr int lastPort = 32'767;

QStringList variablesOf(int rank, int ranks, int port)
{
    return {QStringLiteral("RANK=%1").arg(rank), QStringLiteral("LOCAL_RANK=%1").arg(rank),
        QStringLiteral("WORLD_SIZE=%1").arg(ranks), QStringLiteral("MASTER_ADDR=127.0.0.1"),
        QStringLiteral("MASTER_PORT=%1").arg(port)};
}

} // namespace

QString RecorderLaunch::command() const
{
    return asTyped(variables + QStringList(program) + arguments);
}

RecorderLaunch launchOf(
    const RecorderProgram& recorder, const QStringList& arguments, const QStringList& variables)
{
    if (!recorder.isElsewhere())
        return {recorder.program, recorder.arguments + arguments, variables};
    const int shells = shellsBehind(recorder.carrier);
    QStringList words = recorder.carrier;
    if (!variables.isEmpty())
        words << QStringLiteral("env");
    for (const QString& variable : variables)
        words << shellQuoted(variable, shells);
    words << shellQuotedProgram(recorder.program, shells);
    for (const QString& argument : recorder.arguments + arguments)
        words << shellQuoted(argument, shells);
    RecorderLaunch launch;
    launch.program = words.takeFirst();
    launch.arguments = words;
    launch.carrier = asTyped(recorder.carrier);
    return launch;
}

std::vector<RecorderLaunch> launchesOf(const RecorderProgram& recorder, const RunOptions& options)
{
    const QStringList arguments = recorderArguments(options);
    if (options.ranks <= 1)
        return {launchOf(recorder, arguments)};
    const int port = QRandomGenerator::global()->bounded(firstPort, lastPort + 1);
    std::vector<RecorderLaunch> launches;
    for (int rank = 0; rank < options.ranks; ++rank)
        launches.push_back(launchOf(recorder, arguments, variablesOf(rank, options.ranks, port)));
    return launches;
}

} // namespace tidemark::ui
