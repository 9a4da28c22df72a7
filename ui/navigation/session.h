// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "ui/navigation/note.h"
#include "ui/navigation/view_place.h"

#include <QByteArray>
#include <QString>
#include <optional>
#include <string>
#include <vector>

namespace tidemark::ui {

// What a person made of a recording and wants to find again: notes, where they looked, and in which views. It
// lies beside the recording, in a file of JSON named after it, because snapshots belong to PyTorch and are
// never changed.
struct Session {
    std::vector<Note> notes; // in the order in which they were made
    std::optional<ViewPlace> place;
    QByteArray layout; // of the window's views, see DockArea; empty: as it is
    std::string filterTrouble; // why the place's filter cannot be read, which is not on then; empty: it can

    bool operator==(const Session&) const = default;
};

QString sessionFileFor(const QString& recordingFile);

QByteArray writeSession(const Session& session);
Expected<Session> readSession(const QByteArray& json); // unknown keys are passed over

// Of a file that is not there: an empty session.
Expected<Session> loadSession(const QString& recordingFile);
Expected<void> saveSession(const QString& recordingFile, const Session& session);

} // namespace tidemark::ui
