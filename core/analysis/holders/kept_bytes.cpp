// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/holders/kept_bytes.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tidemark {

std::uint64_t KeptBytes::bytesOf(DataType type) const
{
    std::uint64_t sum = 0;
    for (const KeptRow& row : rows)
        sum += row.dataType == type ? row.bytes : 0;
    return sum;
}

KeptBytes keptAt(const Recording& recording, const Attribution& attribution, std::size_t position)
{
    KeptBytes kept;
    kept.position = position;
    std::map<std::tuple<std::string_view, DataType, bool>, KeptRow> rows;
    for (const Allocation& allocation : attribution.allocations) {
        const bool isPacked = allocation.category == MemoryCategory::PackedActivation;
        if ((!isPacked && allocation.category != MemoryCategory::Activation)
            || !allocation.isAliveAt(position))
            continue;
        const auto labels = attribution.labelsOf(allocation);
        const std::string_view operation =
            labels.empty() ? std::string_view() : recording.strings[labels.front().operation];
        KeptRow& row = rows[{operation, allocation.dataType, isPacked}];
        row.bytes += allocation.bytes;
        ++row.tensors;
        kept.bytes += allocation.bytes;
    }
    for (auto& [key, row] : rows) {
        row.operation = std::get<0>(key);
        row.dataType = std::get<1>(key);
        row.isPacked = std::get<2>(key);
        kept.rows.push_back(row);
    }
    std::stable_sort(kept.rows.begin(), kept.rows.end(),
        [](const KeptRow& a, const KeptRow& b) { return a.bytes > b.bytes; });
    return kept;
}

std::size_t keptPosition(const Recording& recording, std::size_t device, const DeviceHistory& history)
{
    std::size_t position = 0;
    for (const Annotation& annotation : recording.annotations) {
        if (annotation.device == device && annotation.kind == AnnotationKind::Phase
            && annotation.endEvent <= history.eventCount() && recording.strings[annotation.name] == "forward")
            position = std::max(position, static_cast<std::size_t>(annotation.endEvent));
    }
    return position > 0 ? position : history.peak(Curve::Allocated).position;
}

} // namespace tidemark
