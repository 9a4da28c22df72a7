// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/content.h"

namespace tidemark {

// A Chrome trace of torch.profiler (Kineto), recorded with profile_memory=True: its "[memory]" events become
// the curves "allocated" and "reserved" of each device, the host's memory among them as "cpu". Their
// addresses are left alone: they tell nothing of segments, and blocks are not made up from them.
bool looksLikeTraceEvents(std::span<const std::byte> head);
Expected<Recording> readTraceEvents(Content& content, const Reading& reading);

} // namespace tidemark
