// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/files/snapshot/snapshot_tables.h"

namespace tidemark {

// Puts what was read together: devices with their events and segments, annotations, settings, warnings.
// `cut`: the file ended before its end; `format` is what Recording::format says. An error when the file holds
// no snapshot.
Expected<Recording> assembleSnapshot(SnapshotTables& tables, std::string format, bool cut);

} // namespace tidemark
