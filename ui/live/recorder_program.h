// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace tidemark::ui {

// The program that records, and how it is reached: {"tidemark-record"}, or {"tidemark-record", {}, {"ssh",
// "gpu-box"}}. Anything that carries its two pipes will do.
struct RecorderProgram {
    QString program; // empty: none
    QStringList arguments = {}; // come before the recorder's own
    QStringList carrier = {}; // a command that runs it elsewhere, and its arguments; empty: here

    bool isEmpty() const { return program.isEmpty(); }
    bool isElsewhere() const { return !carrier.isEmpty(); }
    bool operator==(const RecorderProgram&) const = default;
};

// Where a recorder runs, as a person says it.
struct RecorderPlace {
    QString runOn; // the carrier as a command line, split as a shell would, though none sees it; empty: here
    QString recorder; // a command line; empty: the one found here, or "tidemark-record" elsewhere

    bool operator==(const RecorderPlace&) const = default;
};

// Reads a command line, with quotes as a shell has them. What stands before a word named tidemark-record
// carries it.
RecorderProgram recorderFromCommandLine(const QString& commandLine);

// `found`: the one to take where no other is named.
RecorderProgram recorderAt(const RecorderPlace& place, const RecorderProgram& found);

// $TIDEMARK_RECORDER (a command line), else tidemark-record beside this program, else the one on the PATH,
// else none.
RecorderProgram findRecorder();

} // namespace tidemark::ui
