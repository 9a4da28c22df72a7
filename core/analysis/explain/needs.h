// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/explain/explanation.h"

namespace tidemark {

// How much memory a recorded run needs, by what one means by it. Bytes, at most at any moment.
struct Needs {
    std::uint64_t allocated = 0; // by the program: max_memory_allocated()
    std::uint64_t reserved = 0; // by its allocator: max_memory_reserved()
    std::optional<std::uint64_t> process; // by its process, as the driver says
    std::optional<std::uint64_t> outside; // of it, beyond the allocator
    std::size_t allocatedAt = 0; // positions, see DeviceHistory
    std::size_t reservedAt = 0;
    bool isWhole = true; // else a part of the history is missing, in which it may have been more
};

Needs needsOf(const Device& device, const DeviceHistory& history);

// "The program needs", "this process took", and the card that it takes.
std::vector<ExplanationSentence> needsSentences(const Needs& needs);

} // namespace tidemark
