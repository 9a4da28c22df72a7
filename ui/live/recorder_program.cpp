// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/recorder_program.h"

#include "ui/live/remote_words.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStandardPaths>
#include <algorithm>

namespace tidemark::ui {

namespace {

const QString recorderName = QStringLiteral("tidemark-record");

bool namesTheRecorder(const QString& word)
{
    return QFileInfo(word).fileName() == recorderName;
}

} // namespace

RecorderProgram recorderFromCommandLine(const QString& commandLine)
{
    QStringList words = wordsTyped(commandLine);
    const auto name = std::find_if(words.begin(), words.end(), namesTheRecorder);
    RecorderProgram result;
    if (name != words.end()) {
        result.carrier = QStringList(words.begin(), name);
        words.erase(words.begin(), name);
    }
    if (words.isEmpty())
        return {};
    result.program = words.takeFirst();
    result.arguments = words;
    return result;
}

RecorderProgram recorderAt(const RecorderPlace& place, const RecorderProgram& found)
{
    RecorderProgram result = recorderFromCommandLine(place.recorder);
    const QStringList carrier = wordsTyped(place.runOn);
    if (result.isEmpty() && carrier.isEmpty())
        return found;
    if (result.isEmpty())
        result.program = recorderName;
    result.carrier = carrier + result.carrier;
    return result;
}

RecorderProgram findRecorder()
{
    const RecorderProgram chosen = recorderFromCommandLine(qEnvironmentVariable("TIDEMARK_RECORDER"));
    if (!chosen.isEmpty())
        return chosen;
    const QString beside =
        QStandardPaths::findExecutable(recorderName, {QCoreApplication::applicationDirPath()});
    return {beside.isEmpty() ? QStandardPaths::findExecutable(recorderName) : beside};
}

} // namespace tidemark::ui
