// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

namespace tidemark {

// Puts the devices in the order of their ranks, and those of one rank in the order they had; does nothing
// where a device has no rank. Annotations and marks follow their devices.
void orderByRank(Recording& recording);

// Whether a setting tells which process of a job it is of, or follows from that: it differs from rank to rank
// of one run.
bool isOfOneRank(const Setting& setting);

} // namespace tidemark
