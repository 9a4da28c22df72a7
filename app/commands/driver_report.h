// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command_support.h"
#include "core/analysis/devices/driver_view.h"

#include <string>

namespace tidemark {

// What the driver said of a device while it was recorded: peaks, and how they are known. Empty where it was
// not asked.
std::string driverReportText(const Device& device, const DeviceHistory& history);
Json driverReportJson(const Device& device, const DeviceHistory& history);
// One sample beside the allocator's figures; null for none.
Json driverFiguresJson(const std::optional<DriverFigures>& figures);

} // namespace tidemark
