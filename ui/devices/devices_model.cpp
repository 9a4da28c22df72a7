// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/devices/devices_model.h"

#include <algorithm>

namespace tidemark::ui {

void DevicesModel::setRecording(std::shared_ptr<const AnalyzedRecording> recording, bool grown)
{
    m_recording = std::move(recording);
    const bool hasSeveral = m_recording && m_recording->recording.devices.size() > 1;
    m_comparison = hasSeveral ? compareDevices(*m_recording, grown ? m_comparison : DeviceComparison())
                              : DeviceComparison();
    makeRows();
    align();
}

void DevicesModel::setOrder(DeviceOrder order)
{
    m_order = order;
    makeRows();
}

void DevicesModel::setUnits(ByteUnits units)
{
    m_units = units;
    makeRows();
}

void DevicesModel::makeRows()
{
    m_rows.clear();
    if (isMeaningful())
        m_rows = deviceRows(m_recording->recording, m_comparison, m_order, m_units);
}

void DevicesModel::alignBySteps(bool bySteps)
{
    m_wantsSteps = bySteps;
    align();
}

void DevicesModel::align()
{
    m_canAlignBySteps = isMeaningful() && hasSteps(m_recording->recording);
    if (!isMeaningful()) {
        m_alignment = {};
        return;
    }
    const Recording& recording = m_recording->recording;
    const bool isTimed = std::any_of(recording.devices.begin(), recording.devices.end(), hasTimes);
    const AlignBy by = !isTimed             ? AlignBy::Event
        : m_wantsSteps && m_canAlignBySteps ? AlignBy::Step
                                            : AlignBy::Time;
    m_alignment = DeviceAlignment(recording, by);
}

bool DevicesModel::hasOutlier() const
{
    return std::any_of(m_rows.begin(), m_rows.end(), [](const DeviceRow& row) { return row.isOutlier; });
}

std::size_t DevicesModel::rowOf(std::size_t device) const
{
    const auto row = std::find_if(
        m_rows.begin(), m_rows.end(), [device](const DeviceRow& each) { return each.device == device; });
    return static_cast<std::size_t>(row - m_rows.begin());
}

std::int64_t DevicesModel::highest() const
{
    std::int64_t highest = 0;
    for (const DeviceRow& row : m_rows) {
        for (const DevicePeak& peak : m_comparison.devices[row.device].peaks)
            highest = std::max(highest, peak.bytes);
    }
    return highest;
}

std::size_t DevicesModel::positionOf(const DeviceRow& row, double place) const
{
    return positionAt(deviceOf(row), historyOf(row).eventCount(), m_alignment.ownAxis(),
        m_alignment.toOwn(row.device, place));
}

} // namespace tidemark::ui
