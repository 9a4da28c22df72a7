// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/recorder_program.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

namespace tidemark::ui {

RecorderProgram recorderFromCommandLine(const QString& commandLine)
{
    QStringList words = QProcess::splitCommand(commandLine);
    if (words.isEmpty())
        return {};
    RecorderProgram result;
    result.program = words.takeFirst();
    result.arguments = words;
    return result;
}

RecorderProgram findRecorder()
{
    const RecorderProgram chosen = recorderFromCommandLine(qEnvironmentVariable("TIDEMARK_RECORDER"));
    if (!chosen.isEmpty())
        return chosen;
    const QString name = QStringLiteral("tidemark-record");
    const QString beside = QStandardPaths::findExecutable(name, {QCoreApplication::applicationDirPath()});
    return {beside.isEmpty() ? QStandardPaths::findExecutable(name) : beside, {}};
}

} // namespace tidemark::ui
