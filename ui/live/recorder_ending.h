// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tidemark::ui {

// How a recorder came to its end, for one sentence to a person.
struct RecorderEnding {
    enum class Kind {
        NotStarted, // the program could not be run
        Finished, // as asked
        Failed, // it said why, or left with an exit code other than 0
        Crashed, // ended by a signal
        Damaged, // its stream cannot be read
    };
    Kind kind = Kind::Finished;
    int code = 0; // exit code, or the signal's number
    QString reason; // what the recorder or the system said, a sentence or empty
    QString lastWords; // the last line on its standard error
    quint64 events = 0; // received
    qint64 milliseconds = 0; // since its start
};

// What happened, where, and what to do.
QString endingSentence(const RecorderEnding& ending);
// Only what happened: for the recording itself, which keeps it when it is saved.
QString endingReason(const RecorderEnding& ending);

// "SIGKILL"; "signal 40" for one without a name.
QString signalName(int number);

// "00:42", "1:02:05".
QString elapsedText(qint64 milliseconds);

} // namespace tidemark::ui
