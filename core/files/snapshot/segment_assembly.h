// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/snapshot/snapshot_tables.h"

namespace tidemark {

// The segments of one device as SegmentList promises them: by address, without overlap, each filled by its
// blocks without gaps. What the file says otherwise is mended and noted.
SegmentList assembleSegments(
    std::vector<const SegmentRecord*> records, SnapshotTables& tables, DeviceSlots& slots);

} // namespace tidemark
