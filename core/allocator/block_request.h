// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/free_block_pool.h"

namespace tidemark {

// One allocation on its way: PyTorch's AllocParams. Bytes.
struct BlockRequest {
    std::uint64_t requested = 0;
    std::uint64_t rounded = 0;
    std::uint64_t segmentSize = 0; // of the segment it would need
    StreamHandle stream = 0;
    FreeBlockPool* pool = nullptr;
    bool growsExpandable = false; // new memory for it comes from an expandable segment
    bool seesExpandable = false; // free blocks of expandable segments will do; decides splitting, too
};

} // namespace tidemark
