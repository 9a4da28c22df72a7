// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tidemark {

// PyTorch's MempoolId. {0, 0} is the default pool; {n, 0} was made by a graph capture, {0, n} by MemPool.
struct PoolId {
    std::uint64_t first = 0;
    std::uint64_t second = 0;

    bool operator==(const PoolId&) const = default;
};

} // namespace tidemark
