// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

namespace tidemark::ui {

// How a recorder came to its end, for one sentence to a person.
struct RecorderEnding {
    enum class Kind {
        NotStarted, // the program could not be run
        Finished, // as asked
        Failed, // it said why, or left with an exit code other than 0
        Crashed, // ended by a signal
        Damaged, // its stream cannot be read
        NeverBegan, // it ended, or sent something else, before any recording came
        CutOff, // it left as if all were well, but its recording has no end
    };
    Kind kind = Kind::Finished;
    int code = 0; // exit code, or the signal's number
    QString reason; // what the recorder or the system said, a sentence or empty
    QString lastWords; // the last line on its standard error
    quint64 events = 0; // received
    qint64 milliseconds = 0; // since its start
    QString carrier = {}; // what carried it, "ssh gpu-box"; empty: it ran here
    QString command = {}; // what was run

    bool isFine() const { return kind == Kind::Finished; }
};

// What happened, where, and what to do.
QString endingSentence(const RecorderEnding& ending);
// Only what happened: for the recording itself, which keeps it when it is saved.
QString endingReason(const RecorderEnding& ending);
// For a recorder that was only asked what it can run.
QString noListSentence(const RecorderEnding& ending);

// The same for those ranks of a run that have ended so far, by rank. One that failed is named.
struct RankEnding {
    static constexpr int only = -1; // of a run without ranks

    int rank = only;
    RecorderEnding ending;
};
QString endingSentence(const std::vector<RankEnding>& endings);
QString endingReason(const std::vector<RankEnding>& endings);

// "SIGKILL"; "signal 40" for one without a name.
QString signalName(int number);

// "00:42", "1:02:05".
QString elapsedText(qint64 milliseconds);

} // namespace tidemark::ui
