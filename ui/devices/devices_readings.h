// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/devices/devices_model.h"

#include <QString>

namespace tidemark::ui {

// Figures under the mouse, for every row: "reserved 2,800.00 MiB · allocated 1,204.50 MiB".
QString readingAt(const DevicesModel& model, const DeviceRow& row, double place);
// Of one row in full: "3.250 s · rank 1 · event 9,157 of 15,136 · reserved 2,936,012,800 B · …".
QString exactReadingAt(const DevicesModel& model, const DeviceRow& row, double place);
// "3.250 s", "step 12 and 40 %", "event 1,024".
QString placeText(const DeviceAlignment& alignment, double place);

} // namespace tidemark::ui
