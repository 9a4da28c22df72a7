// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace tidemark::ui {

// What carries a recorder, a command put before it (`ssh gpu-box`, `srun -G1`, `kubectl exec -i pod --`),
// gets the recorder's words behind its own. No shell runs on this side. On the other side there are two
// kinds:
//
// - srun, kubectl, docker and env hand each word on as it is.
// - ssh joins the words with spaces and gives the line to the shell there, which takes it apart again. So the
//   words are quoted for that shell; for two of them (`ssh login ssh node`) twice.
//
// Words of letters, digits and -_=+:,./@% are the same with and without: only odd ones depend on the kind. A
// script that calls ssh itself has to quote its arguments again ("${@@Q}" in bash).

// How many shells take the words apart behind such a command: how many of its words are ssh, or a program
// that works as ssh does, by their file names.
int shellsBehind(const QStringList& carrier);

// The word as a shell reads it back: as it is where it holds nothing odd, else in single quotes, which mean
// the same to every shell.
QString shellQuoted(const QString& word);

// The same for so many shells one behind the other.
QString shellQuoted(QString word, int shells);

// The program to run there. "~/" and "~name/" at its beginning stay for the shell to replace, where there is
// one.
QString shellQuotedProgram(const QString& program, int shells);

// The words of a typed line as a shell takes it apart: at blanks, by '...', "..." and backslashes. Nothing is
// replaced: $HOME, ~ and * stay as they are. A quote that is not closed goes to the end.
QStringList wordsTyped(const QString& line);

// The other way, for people: the words as they would be typed into a shell here.
QString asTyped(const QStringList& words);

} // namespace tidemark::ui
