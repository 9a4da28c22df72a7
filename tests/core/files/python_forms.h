// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace tidemark::tests {

// The python3 of this computer; empty where there is none.
QString pythonProgram();

// Runs repack_snapshot.py: `folder` then holds the snapshot in every form. Empty, or what Python complained
// of.
QString repackSnapshot(const QString& snapshot, const QString& folder, int repeat = 1);

} // namespace tidemark::tests
