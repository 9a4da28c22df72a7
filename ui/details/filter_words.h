// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/allocation_filter.h"
#include "core/base/bytes.h"

#include <QString>

namespace tidemark::ui {

// "1 MiB to 2 MiB, lives under 10 events": which allocations a filter holds; empty for all.
QString allocationsName(const AllocationFilter& filter, ByteUnits units);
// The same to the byte, event and microsecond, a condition a line.
QString allocationsFigures(const AllocationFilter& filter);

} // namespace tidemark::ui
