// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/live/file_descriptor.h"
#include "ui/live/recorder_launch.h"

#include <QObject>
#include <QProcess>
#include <QTimer>

namespace tidemark::ui {

// One recorder's process, or that of what carries it: its standard input and error, and how it is brought to
// its end. What it writes to its standard output is read by whoever takes the pipe.
class RecorderChild : public QObject {
    Q_OBJECT

public:
    explicit RecorderChild(QObject* parent = nullptr);
    ~RecorderChild() override;

    // Once. The end of the pipe to read from; not open where nothing was started, see startProblem().
    FileDescriptor start(const RecorderLaunch& launch);

    // False: nobody listens.
    bool send(const QString& command);

    // Asks it to stop; one that does not listen is terminated, then killed.
    void stop();
    void terminate() { m_process.terminate(); }

    bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    bool hasEnded() const { return m_hasEnded; } // or could not be started
    bool wasAskedToStop() const { return m_stopAsked; }
    bool wasEndedBySignal() const { return m_process.exitStatus() == QProcess::CrashExit; }
    int code() const { return m_process.exitCode(); } // the signal's number where one ended it
    QString startProblem() const { return m_startProblem; } // why it could not be started; empty: it was
    QString lastWords() const; // the last line on its standard error
    qint64 processId() const { return m_process.processId(); }

    // Ends those that still run: asks, then terminates, then kills, all at once; takes at most about four
    // seconds.
    static void endAll(const std::vector<std::unique_ptr<RecorderChild>>& children);

Q_SIGNALS:
    void ended();
    void outputOverdue(); // it ended a while ago, and somebody else may still hold its standard output

private:
    void keepLastWords();
    void onFinished();
    void onError(QProcess::ProcessError error);
    void onTimeout();
    void end();

    QProcess m_process;
    QTimer m_timer;
    QByteArray m_lastWords; // the end of its standard error
    QString m_startProblem;
    bool m_hasEnded = false;
    bool m_stopAsked = false;
    bool m_terminated = false;
};

} // namespace tidemark::ui
