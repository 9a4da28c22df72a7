// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/devices/device_alignment.h"
#include "ui/devices/device_rows.h"

#include <memory>

namespace tidemark::ui {

// What the devices page shows, apart from its visible range: the rows in their order, and the axis they
// share.
class DevicesModel {
public:
    // Null: nothing is open. `grown`: the same recording, longer.
    void setRecording(std::shared_ptr<const AnalyzedRecording> recording, bool grown);
    void setOrder(DeviceOrder order);
    void setUnits(ByteUnits units);
    // By step only where canAlignBySteps(). By time where no device has times is by event.
    void alignBySteps(bool bySteps);

    const std::shared_ptr<const AnalyzedRecording>& recording() const { return m_recording; }
    const DeviceComparison& comparison() const { return m_comparison; }
    const DeviceAlignment& alignment() const { return m_alignment; }
    const std::vector<DeviceRow>& rows() const { return m_rows; }
    DeviceOrder order() const { return m_order; }
    ByteUnits units() const { return m_units; }
    bool canAlignBySteps() const { return m_canAlignBySteps; }

    // There is more than one device to look at.
    bool isMeaningful() const { return m_comparison.isMeaningful(); }
    bool hasOutlier() const;
    // The row of a device; rows().size() where it has none.
    std::size_t rowOf(std::size_t device) const;
    // Bytes of the largest peak of all: the height that all rows share.
    std::int64_t highest() const;

    const Device& deviceOf(const DeviceRow& row) const { return m_recording->recording.devices[row.device]; }
    const DeviceHistory& historyOf(const DeviceRow& row) const { return m_recording->histories[row.device]; }
    // The position that a row has reached at a place on the axis; hasPlace() must hold.
    std::size_t positionOf(const DeviceRow& row, double place) const;

private:
    void makeRows();
    void align();

    std::shared_ptr<const AnalyzedRecording> m_recording;
    DeviceComparison m_comparison;
    DeviceAlignment m_alignment;
    std::vector<DeviceRow> m_rows;
    DeviceOrder m_order = DeviceOrder::Rank;
    ByteUnits m_units = ByteUnits::Binary;
    bool m_wantsSteps = false;
    bool m_canAlignBySteps = false;
};

} // namespace tidemark::ui
