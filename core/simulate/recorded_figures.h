// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/device_history.h"
#include "core/simulate/check.h"

namespace tidemark {

// What the recorded run itself came to, for comparison with others. Retries, which no event tells, are those
// of the policy's run under the recorded settings.
RunFigures recordedFigures(const Device& device, const DeviceHistory& history, const CheckedProgram& checked);

} // namespace tidemark
