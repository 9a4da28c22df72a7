// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <string>

namespace tidemark::tests {

// Empty when both say the same, table numbers included; else where they first differ. The format, which names
// the file and not what is in it, does not count.
std::string differenceOf(const Recording& left, const Recording& right);

// The name of the first index that leads out of its table, and empty when there is none: whatever a view may
// follow can be followed.
std::string brokenReference(const Recording& recording);

} // namespace tidemark::tests
