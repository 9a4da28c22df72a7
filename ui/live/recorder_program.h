// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace tidemark::ui {

// The program that records, and how it is reached: {"tidemark-record", {}}, or {"ssh", {"host",
// "tidemark-record"}}. Anything that carries its two pipes will do.
struct RecorderProgram {
    QString program; // empty: none
    QStringList arguments; // come before the recorder's own

    bool isEmpty() const { return program.isEmpty(); }
    bool operator==(const RecorderProgram&) const = default;
};

// Reads a command line, with quotes as a shell has them.
RecorderProgram recorderFromCommandLine(const QString& commandLine);

// $TIDEMARK_RECORDER (a command line), else tidemark-record beside this program, else the one on the PATH,
// else none.
RecorderProgram findRecorder();

} // namespace tidemark::ui
