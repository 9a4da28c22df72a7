// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/call_tree.h"
#include "core/analysis/holders/tensor_table.h"
#include "ui/groups/grouped_device.h"

#include <QString>
#include <memory>
#include <stop_token>
#include <vector>

namespace tidemark::ui {

// What is alive at one moment, in all the ways the memory page shows it. Immutable once made.
struct MemoryFacts {
    std::shared_ptr<const GroupedDevice> device;
    std::size_t position = 0;
    Attribution alive; // those allocations alone
    Grouping grouping; // of them
    std::vector<GroupHolding> holdings; // without groups that hold nothing themselves
    std::shared_ptr<const CallTree> tree;
    TensorTable tensors;
    QString note; // what the recording does not tell; empty where it tells

    std::uint64_t bytes() const { return tensors.allocated; }
    const Recording& recording() const { return device->recording->recording; }
};

// Takes time with what is alive and how deep its stacks are. Null where `stop` ends it early.
std::shared_ptr<const MemoryFacts> memoryFacts(const std::shared_ptr<const GroupedDevice>& device,
    std::size_t position, GroupBy by, const std::stop_token& stop = {});

} // namespace tidemark::ui
