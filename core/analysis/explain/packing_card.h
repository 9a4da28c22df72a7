// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/explain/card.h"
#include "core/analysis/holders/kept_bytes.h"

namespace tidemark {

// One operator's kept bytes in two recordings.
struct PackedRow {
    std::string operation;
    std::uint64_t before = 0;
    std::uint64_t after = 0;
};

// By operator, most bytes before first; they sum to the two totals.
std::vector<PackedRow> packedRows(const KeptBytes& before, const KeptBytes& after);

// "int8 saves more than 2x": what the backward pass was kept before and after its tensors were packed. None
// unless something is packed after that was not before, and less is kept.
std::optional<Card> packingCard(const KeptBytes& before, const KeptBytes& after);

} // namespace tidemark
