// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <QString>
#include <QStringList>

namespace tidemark::ui {

// What whoever opened a file must know before believing a figure.
struct FileNotes {
    QString headline; // empty: the file is whole and there is nothing to say
    bool isTrouble = false; // part of the file is missing
    QString recipe; // Python that records what this file lacks; empty: none is needed
    QStringList all; // every note of the file, with what the headline says
};

FileNotes notesOf(const Recording& recording);
QString notesPage(const FileNotes& notes); // as HTML

// How much of a device's past is known, in a few words: for the status line.
QString wholenessText(const Recording& recording, const Device& device);

} // namespace tidemark::ui
