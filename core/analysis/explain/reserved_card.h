// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/explain/card.h"

namespace tidemark {

// "Reserved far above allocated": where at least twice as much is reserved as allocated, and a whole large
// segment (20 MiB) more.
std::optional<Card> reservedCard(const ExplainedMoment& moment, const AllocatorSettings& settings);

} // namespace tidemark
