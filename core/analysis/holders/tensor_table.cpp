// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/tensor_table.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <tuple>

namespace tidemark {

namespace {

// What tells tensors in one block apart.
using TensorKey = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t, MemoryCategory, DataType>;

TensorKey tensorKey(const TensorLabel& label)
{
    return {label.name.value, label.shape.value, label.bytes, label.category, label.dataType};
}

std::uint64_t elementsOf(const TensorLabel& label)
{
    const std::uint64_t size = itemSize(label.dataType);
    return size == 0 ? 0 : label.bytes / size;
}

// The rows of one block: the first counts it.
void addTensorRows(const Attribution& attribution, std::uint32_t place, TensorTable& table)
{
    const Allocation& allocation = attribution.allocations[place];
    const std::size_t first = table.rows.size();
    std::set<TensorKey> known;
    for (const TensorLabel& label : attribution.labelsOf(allocation)) {
        if (!known.insert(tensorKey(label)).second)
            continue;
        TensorRow& row = table.rows.emplace_back();
        row.label = label;
        row.allocation = place;
        row.elements = elementsOf(label);
        if (table.rows.size() - 1 > first)
            row.sharesWith = static_cast<std::uint32_t>(first);
    }
    TensorRow& counting = table.rows[first];
    counting.requested = allocation.requested;
    counting.rounded = allocation.bytes;
    table.elements += counting.elements;
    table.tensorBytes += counting.label.bytes;
}

} // namespace

TensorTable tensorTable(
    const Attribution& attribution, std::span<const std::uint32_t> alive, const std::stop_token& stop)
{
    constexpr std::size_t blocksBetweenLooks = 4096;
    TensorTable table;
    std::array<UnnamedMemory, memoryCategoryCount> unnamed = {};
    std::vector<std::uint32_t> named;
    for (const std::uint32_t place : alive) {
        const Allocation& allocation = attribution.allocations[place];
        table.requested += allocation.requested;
        table.allocated += allocation.bytes;
        if (allocation.labelCount > 0) {
            named.push_back(place);
            continue;
        }
        UnnamedMemory& memory = unnamed[static_cast<std::size_t>(allocation.category)];
        memory.category = allocation.category;
        ++memory.count;
        memory.requested += allocation.requested;
        memory.rounded += allocation.bytes;
    }
    std::stable_sort(named.begin(), named.end(), [&](std::uint32_t a, std::uint32_t b) {
        return attribution.allocations[a].bytes > attribution.allocations[b].bytes;
    });
    for (std::size_t i = 0; i < named.size(); ++i) {
        if (i % blocksBetweenLooks == 0 && stop.stop_requested())
            break;
        addTensorRows(attribution, named[i], table);
    }
    std::copy_if(unnamed.begin(), unnamed.end(), std::back_inserter(table.unnamed),
        [](const UnnamedMemory& memory) { return memory.count > 0; });
    return table;
}

} // namespace tidemark
