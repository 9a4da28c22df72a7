// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/live/live_update.h"
#include "ui/live/recorder_ending.h"
#include "ui/live/recorder_program.h"
#include "ui/live/run_options.h"

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QTimer>
#include <memory>

namespace tidemark::ui {

class StreamReader;

// One run of the recorder as a child process: its recording as it grows, commands to it, and how it ended.
class RecorderProcess : public QObject {
    Q_OBJECT

public:
    enum class State {
        Idle, // not started
        Starting, // no word from the workload yet
        Running,
        Paused,
        Holding, // the last step is done; the model is still in memory
        Finished,
        Failed, // it could not start, said why it ended, or cannot be read
        Crashed, // ended by a signal
    };
    Q_ENUM(State)

    explicit RecorderProcess(QObject* parent = nullptr);
    // A recorder that still runs is asked to stop, then made to; takes at most about four seconds.
    ~RecorderProcess() override;

    // Once in the life of this object. Whether it worked is told by stateChanged.
    void start(const RecorderProgram& program, const RunOptions& options);

    // One command line, see tidemark-record's `help`; its answer comes by answered(). False: nobody listens.
    bool send(const QString& command);

    // Asks it to stop; a recorder that does not listen is terminated, then killed.
    void stop();

    State state() const { return m_state; }
    bool isAlive() const { return m_state >= State::Starting && m_state <= State::Holding; }
    const LiveUpdate& newest() const { return m_newest; } // its answers are empty
    qint64 elapsedMilliseconds() const;
    qint64 processId() const { return m_process.processId(); }
    // After the end: what happened, in one sentence.
    QString ending() const { return endingSentence(m_ending); }
    QString reason() const { return endingReason(m_ending); }

Q_SIGNALS:
    void stateChanged();
    void updated(); // newest() is newer
    void answered(const tidemark::Answer& answer);

private:
    bool openPipe();
    void takeUpdate();
    void keepLastWords();
    void onFinished(int code, QProcess::ExitStatus status);
    void onError(QProcess::ProcessError error);
    void onStopTimeout();
    void endWhenAllIsRead();
    void setState(State state);
    void end(RecorderEnding::Kind kind, const QString& reason);

    QProcess m_process;
    std::unique_ptr<StreamReader> m_reader;
    QElapsedTimer m_clock;
    QTimer m_stopTimer;
    State m_state = State::Idle;
    LiveUpdate m_newest;
    RecorderEnding m_ending;
    QByteArray m_lastWords; // the end of its standard error
    bool m_stopAsked = false;
    bool m_exited = false;
    bool m_terminated = false;
};

} // namespace tidemark::ui
