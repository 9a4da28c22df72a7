// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace tidemark::tests {

// Bytes that `new` handed out at most at one time since the last reset, above what was there at the reset.
// Link allocation_peak.cpp into the test program: it replaces the global operators.
void resetAllocationPeak();
std::size_t allocationPeak();

} // namespace tidemark::tests
