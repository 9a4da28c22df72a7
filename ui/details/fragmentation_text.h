// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/details/moment.h"
#include "ui/details/text_parts.h"

#include <vector>

namespace tidemark::ui {

// One pool and stream: where a request there could be served from.
struct PoolRow {
    QString name; // "large · stream 0"
    std::uint64_t free = 0; // bytes
    std::uint64_t largest = 0;
    std::size_t pieces = 0;
};

// The free memory of a moment, and what keeps reserved memory unused.
struct FragmentationText {
    Text headline; // "3.10 GiB free, 1.20 GiB in one piece"; empty where nothing is free
    std::vector<PoolRow> pools; // those that hold free memory, most of it first
    std::size_t poolsLeftOut = 0;
    QString splitTitle;
    std::vector<FigureRow> split; // without rest: they sum to `reserved`
    FigureRow reserved;
};

FragmentationText fragmentationText(const Moment& moment);

} // namespace tidemark::ui
