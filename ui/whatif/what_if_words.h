// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/whatif/what_if_run.h"

#include <QString>

namespace tidemark::ui {

// "On the recorded settings the simulator decides as PyTorch did: 12,309 of 12,309 decisions are equal."
// And what was taken from the trace as it is, and the first difference, where there are such.
QString checkSentence(const CheckedProgram& program);
// What a run came to, beside the recorded one.
QString comparisonSentence(const RunFigures& recorded, const WhatIfRun& run, ByteUnits units);

QString emptiedSentence(const EmptiedHere& emptied, std::size_t position, ByteUnits units);

// Which settings would have served the request that was refused.
QString outOfMemorySentence(const WhatIfOom& oom, ByteUnits units);

} // namespace tidemark::ui
