// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/attribution.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace tidemark {

// A tensor that a label told of, in a block of memory that was allocated at the moment of the table.
struct TensorRow {
    static constexpr std::uint32_t none = UINT32_MAX;

    TensorLabel label; // its name, shape, operation, category and data type
    std::uint32_t allocation = 0; // place in Attribution::allocations
    // The row that counts the block, where another tensor lies in it as well: this one's view, or the tensor
    // it is a view of. Then `requested` and `rounded` are 0: each block is counted once.
    std::uint32_t sharesWith = none; // place in TensorTable::rows
    std::uint64_t elements = 0; // 0 where the data type is not known
    std::uint64_t requested = 0; // bytes asked for; 0 also where the recording does not tell
    std::uint64_t rounded = 0; // bytes as the allocated curve counts them
};

// Allocated memory in which no label named a tensor.
struct UnnamedMemory {
    MemoryCategory category = MemoryCategory::Unexplained;
    std::uint64_t count = 0; // of allocations
    std::uint64_t requested = 0;
    std::uint64_t rounded = 0;
};

// Every tensor that is alive at one moment, as pytorch_memlab's MemReporter lists them, and what is allocated
// besides: `rounded` of all rows and of `unnamed` together is exactly the allocated curve's value.
struct TensorTable {
    std::vector<TensorRow> rows; // by block, most bytes first; of one block the first label first
    std::vector<UnnamedMemory> unnamed; // by category, only what there is
    std::uint64_t elements = 0; // of the rows that count their block
    std::uint64_t tensorBytes = 0; // of those elements
    std::uint64_t requested = 0; // of everything
    std::uint64_t allocated = 0; // of everything: rounded
};

// `alive` are places in Attribution::allocations, as AliveAllocations::at() gives them. A tensor that several
// operators keep is one row: that of its first label. `stop` ends it early: then rows are missing.
TensorTable tensorTable(
    const Attribution& attribution, std::span<const std::uint32_t> alive, const std::stop_token& stop = {});

} // namespace tidemark
