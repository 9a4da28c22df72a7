// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/devices/device_comparison.h"

#include <QString>
#include <vector>

namespace tidemark::ui {

// What the rows of the devices page are sorted by.
enum class DeviceOrder { Rank, PeakReserved };

// One device as the page shows it.
struct DeviceRow {
    std::size_t device = 0; // place in Recording::devices
    QString label; // "rank 3"
    QString address; // "cuda:3 · NVIDIA H200"; empty where the label says it
    QString distance; // of its peak of reserved from the others' median: "+2.10 GiB (38 %)"
    QString troubles; // "1 OOM · 2 retries"; empty: none known
    bool isOutlier = false;
};

// A row for each device that can be compared. By rank: as the ranks count, devices without one as they come
// in the recording; by peak: the largest first.
std::vector<DeviceRow> deviceRows(
    const Recording& recording, const DeviceComparison& comparison, DeviceOrder order, ByteUnits units);

// "+2.10 GiB (38 %)"; a minus sign where it is below, words where it is neither.
QString distanceText(const PeerDistance& distance, ByteUnits units);

// A row as a sentence, for screen readers.
QString spokenRow(const DeviceRow& row, const ComparedDevice& device);

} // namespace tidemark::ui
