// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/curves/curve_columns.h"
#include "core/analysis/holders/call_tree.h"
#include "core/analysis/holders/tensor_table.h"
#include "core/analysis/replay/event_range.h"
#include "ui/groups/grouped_device.h"

#include <QString>
#include <memory>
#include <stop_token>
#include <vector>

namespace tidemark::ui {

// By what allocations count.
enum class MemoryMeasure : std::uint8_t {
    Alive, // bytes of those alive at a position
    AllocatedIn, // bytes of those that began in a range, also of those that were freed in it
    HeldOver, // bytes x time in a range, divided by the range: what they held of it on average
};

// What the memory page asks about.
struct MemoryQuestion {
    std::shared_ptr<const GroupedDevice> device;
    std::size_t position = 0; // of what is alive
    GroupBy by = GroupBy::Category;
    MemoryMeasure measure = MemoryMeasure::Alive;
    EventRange range; // of the other measures
    TimeAxis axis = TimeAxis::Events; // on which HeldOver measures time
    MemoryFilter filter;

    // Whether only the moment or the range is another.
    bool isAlike(const MemoryQuestion& other) const
    {
        return device == other.device && by == other.by && measure == other.measure && filter == other.filter;
    }
    bool operator==(const MemoryQuestion&) const = default;
};

// What is alive at one moment, or was in a range, in all the ways the memory page shows it. Immutable once
// made.
struct MemoryFacts {
    MemoryQuestion question; // with what its device has: position and range lie inside it
    std::shared_ptr<const GroupedDevice> device;
    std::size_t position = 0;
    Attribution alive; // the allocations that count, alone; of HeldOver, `bytes` are bytes times ticks
    Grouping grouping; // of them
    std::vector<GroupHolding> holdings; // without groups that hold nothing themselves
    std::shared_ptr<const CallTree> tree;
    TensorTable tensors;
    QString note; // what the recording does not tell; empty where it tells
    std::uint64_t sum = 0; // bytes by the measure; of HeldOver each figure on its own is rounded down
    std::uint64_t span = 0; // of HeldOver: ticks of the range,
    std::uint64_t tick = 1; // and events or microseconds a tick

    std::uint64_t bytes() const { return sum; }
    bool isOfRange() const { return question.measure != MemoryMeasure::Alive; }
    const Recording& recording() const { return device->recording->recording; }
};

// Takes time with how many allocations count, and how many kinds of them there are. Null where `stop` ends it
// early.
std::shared_ptr<const MemoryFacts> memoryFacts(
    const MemoryQuestion& question, const std::stop_token& stop = {});

} // namespace tidemark::ui
