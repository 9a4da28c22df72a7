// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/snapshot/snapshot_tables.h"

#include <functional>
#include <span>

namespace tidemark {

// Pairs the STARTs and ENDs of external_annotations: of one name on one device the last START belongs to the
// next END. A START without an END stays open, an END without a START began with the recording. `placeOf`
// gives the place of a device's ordinal in `devices`, or nothing.
std::vector<Annotation> assembleAnnotations(std::span<const EdgeRecord> edges,
    std::span<const Device> devices,
    const std::function<std::optional<std::uint16_t>(std::int64_t ordinal)>& placeOf, SnapshotTables& tables);

} // namespace tidemark
