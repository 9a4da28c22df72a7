// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/report_json.h"
#include "core/analysis/reserved/segment_reason_text.h"

namespace tidemark {

Json freeJson(const FreeMemory& free);

// Why memory was got from the device, as `tidemark why --json` prints it: figures by PyTorch's names, events
// counted from zero, and the sentences of `text`.
Json reasonJson(const SegmentReason& reason, const ReasonText& text, const Device& device);

} // namespace tidemark
