// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/attribution.h"
#include "core/analysis/rules/suppressions.h"
#include "core/analysis/scopes/stat_column.h"

#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

// A figure of a whole recording, by a name that assertions and scripts write:
//
//   peak_X, end_X             the highest level of X, or the level behind the last event
//   step-N_peak_X, step-N_end_X   the same of training step N alone
//                             X: requested, allocated, active, reserved, inactive_split (bytes)
//   KIND.POOL.METRIC          any of the 108 figures of memory_stats(), such as allocation.all.freed, from
//                             the beginning of the recording to its end
//   num_ooms, num_alloc_retries   how often memory ran out, and how often the cache was emptied to go on
//   unexplained               bytes of no known purpose at the end of the last whole step, or of the
//   recording drift_per_step            bytes that a step adds for good, see StepDrift
struct Quantity {
    enum class What : std::uint8_t { Level, Stat, Ooms, Retries, Unexplained, Drift };

    What what = What::Level;
    StatColumn column; // of levels (Peak or Current) and stats
    std::optional<std::int64_t> step; // of levels
    std::string name;

    bool isBytes() const;
};

// An unknown name is refused, with those that are known.
Expected<Quantity> quantityNamed(std::string_view name);

// What a recording tells of a quantity.
struct Figure {
    std::int64_t value = 0;
    // Of a part that is lost, in which it may have been more; empty: it is the value. That it is no less is
    // as sure as the rest is, see HistoryDoubts.
    std::string whyMore;

    bool isExact() const { return whyMore.empty(); }
};

// Fails where the recording tells nothing of it. What `suppressions` hold is no part of drift_per_step and
// unexplained.
Expected<Figure> figureOf(const Quantity& quantity, const Recording& recording, std::size_t device,
    const DeviceHistory& history, const Suppressions& suppressions = {});

// Its value. Fails where the recording does not tell it, or tells only that it is no less.
Expected<std::int64_t> measured(
    const Quantity& quantity, const Recording& recording, std::size_t device, const DeviceHistory& history);

} // namespace tidemark
