// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tidemark::tests {

// Writes a pickle of a memory snapshot with about `events` events, as Python's pickler writes it: segments
// that are taken once, and blocks that come and go in them. Without `isWhole` the segments' own events and
// the first allocations are missing, as in a ring buffer that went round. False: it could not be written.
bool writeLongSnapshot(const QString& path, int events, bool isWhole);

} // namespace tidemark::tests
