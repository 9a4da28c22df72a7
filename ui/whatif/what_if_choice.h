// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/bytes.h"

#include <QString>
#include <cstddef>
#include <cstdint>

namespace tidemark::ui {

// When the cache is emptied, beside the calls that the recorded program made itself.
enum class EmptyCacheChoice : std::uint8_t { AsRecorded, EveryStep, AtCursor };

// What is to be tried on a recorded program.
struct WhatIfChoice {
    QString conf; // in PYTORCH_ALLOC_CONF's syntax; empty: PyTorch's defaults
    std::uint64_t limit = 0; // bytes of reserved memory; 0: as recorded
    EmptyCacheChoice emptyCache = EmptyCacheChoice::AsRecorded;
    std::size_t cursor = 0; // the position of AtCursor

    bool operator==(const WhatIfChoice&) const = default;
};

// "expandable_segments:True, empty_cache() after event 1,234", to tell runs apart.
QString nameOf(const WhatIfChoice& choice, ByteUnits units);

} // namespace tidemark::ui
