// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/report_json.h"
#include "core/analysis/reserved/out_of_memory_text.h"
#include "core/simulate/out_of_memory_trials.h"

namespace tidemark {

// One time that memory ran out, as `tidemark why --json` prints it: bytes, and the sentences of `text`.
Json outOfMemoryJson(const OutOfMemoryReport& report, const OutOfMemoryText& text);

Json outOfMemoryTrialsJson(const OomTrials& trials);

} // namespace tidemark
