// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>

namespace tidemark {

// How far a long job is; read by another thread while it goes on.
struct Progress {
    std::atomic<std::uint64_t> done = 0;
    std::atomic<std::uint64_t> total = 0; // 0: not known yet
};

} // namespace tidemark
