// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/live/recorder_process.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <csignal>

namespace tidemark::tests {

constexpr int recorderPatience = 180'000; // milliseconds; a busy machine is no fault

inline ui::RecorderProgram fakeRecorder()
{
    return {QStringLiteral(TIDEMARK_FAKE_RECORDER)};
}

inline ui::RunOptions optionsFor(const QString& workload, int steps = 0)
{
    ui::RunOptions options;
    options.workload = workload;
    options.steps = steps;
    options.hold = false;
    return options;
}

inline std::size_t eventCount(const ui::RecorderProcess& recorder, std::size_t device = 0)
{
    const auto& recording = recorder.newest().recording;
    return recording && device < recording->histories.size() ? recording->histories[device].eventCount() : 0;
}

// Sends a command and waits for its answer.
inline Answer ask(ui::RecorderProcess& recorder, const QString& command)
{
    Answer result;
    result.ok = false;
    bool came = false;
    const auto connection =
        QObject::connect(&recorder, &ui::RecorderProcess::answered, [&](const Answer& answer) {
            came = came || answer.command == command.toStdString();
            if (answer.command == command.toStdString())
                result = answer;
        });
    recorder.send(command);
    (void)QTest::qWaitFor([&] { return came; }, recorderPatience);
    QObject::disconnect(connection);
    return came ? result : Answer{"no answer", false, "", {}};
}

// The stand-in for what carries a recorder, under the name of a real one.
class CarrierFolder {
public:
    QString path(const QString& name) const
    {
        const QString link = m_folder.filePath(name);
        QFile::link(QStringLiteral(TIDEMARK_FAKE_CARRIER), link);
        return link;
    }
    QString file(const QString& name) const { return m_folder.filePath(name); }

    // Runs the fake recorder behind `name` with these options of the carrier.
    ui::RecorderProgram recorder(const QString& name, const QStringList& options = {}) const
    {
        return {QStringLiteral(TIDEMARK_FAKE_RECORDER), {},
            QStringList(path(name)) + options + QStringList(QStringLiteral("gpu-box"))};
    }

    // The processes on the other side, as --pid-file notes them.
    QList<pid_t> processes(const QString& pidFile) const
    {
        QFile file(pidFile);
        QList<pid_t> result;
        if (file.open(QIODevice::ReadOnly))
            for (const QByteArray& line : file.readAll().split('\n'))
                if (!line.isEmpty())
                    result << static_cast<pid_t>(line.toInt());
        return result;
    }

private:
    QTemporaryDir m_folder;
};

} // namespace tidemark::tests
