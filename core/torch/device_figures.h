// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/memory_stats.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace tidemark {

// What an answer says in numbers.
using Figures = std::vector<std::pair<std::string, std::int64_t>>;

// allocated_bytes, active_bytes and reserved_bytes of memory_stats(), as they are now.
Figures levelFigures(const MemoryStats& stats);

// The figures of several devices as one list: of each name the sum, but of "duration_us" the longest, and
// then every device's own as "cuda:1 NAME". All devices have the same names in the same order; those of one
// device stay as they are.
Figures figuresOfDevices(const std::vector<std::string>& devices, const std::vector<Figures>& figures);

} // namespace tidemark
