// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tidemark {

// What the copies of a workload on several devices do together. They always begin and end each step together.
enum class Parallel : std::uint8_t {
    Data, // their gradients are averaged after each backward pass, as in data-parallel training
    Copies, // nothing else: each trains for itself
};

} // namespace tidemark
