// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/live/answer_gathering.h"
#include "ui/live/live_update.h"
#include "ui/live/recorder_child.h"
#include "ui/live/recorder_ending.h"
#include "ui/live/recorder_launch.h"

#include <QElapsedTimer>
#include <QObject>
#include <memory>

namespace tidemark::ui {

class StreamReader;

// One run: a recorder as a child process, or one for each rank; their recording as it grows, commands to
// them, and how they ended. The ranks are steered as one, and one that fails leaves the others running.
class RecorderProcess : public QObject {
    Q_OBJECT

public:
    // Of several ranks the earliest of these that one of them is in, until the last has ended.
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
    // Recorders that still run are asked to stop, then made to; takes at most about four seconds.
    ~RecorderProcess() override;

    // Once in the life of this object. Whether it worked is told by stateChanged.
    void start(const RecorderProgram& program, const RunOptions& options);

    // One command line to every rank, see tidemark-record's `help`; what they answer comes as one by
    // answered(). False: nobody listens.
    bool send(const QString& command);

    // Asks them to stop; a recorder that does not listen is terminated, then killed.
    void stop();

    State state() const { return m_state; }
    bool isAlive() const { return m_state >= State::Starting && m_state <= State::Holding; }
    const LiveUpdate& newest() const { return m_newest; } // its answers are empty
    qint64 elapsedMilliseconds() const;
    std::size_t rankCount() const { return m_children.size(); }
    qint64 processId(std::size_t rank = 0) const; // 0: it does not run
    QString carrier() const { return m_carrier; } // "ssh gpu-box"; empty: it runs here
    // After the end, or after that of some ranks: what happened, in one sentence.
    QString ending() const { return endingSentence(m_endings); }
    QString reason() const { return endingReason(m_endings); }

Q_SIGNALS:
    void stateChanged();
    void updated(); // newest() is newer
    void answered(const tidemark::Answer& answer);
    void rankFailed(); // the others go on; reason() says which and why

private:
    void launch(const std::vector<RecorderLaunch>& launches);
    void takeUpdate();
    void takeAnswers(std::vector<RankNews>& ranks);
    void tellAnswers();
    void settle(std::size_t rank);
    RecorderEnding endingOf(std::size_t rank) const;
    int numberOf(std::size_t rank) const; // as its ending has it
    bool hasSettled(std::size_t rank) const;
    void refreshState();
    void endAtOnce(const QString& reason);
    void setState(State state);

    std::vector<std::unique_ptr<RecorderChild>> m_children; // by rank
    std::unique_ptr<StreamReader> m_reader;
    AnswerGathering m_answers{0};
    QStringList m_commands; // what was run, by rank
    QString m_carrier;
    bool m_endsByItself = false; // else only when told to, or when nobody listens any more
    QElapsedTimer m_clock;
    State m_state = State::Idle;
    LiveUpdate m_newest;
    std::vector<RankEnding> m_endings; // in the order in which they came
    qint64 m_milliseconds = 0; // the whole run, once it has ended
};

} // namespace tidemark::ui
