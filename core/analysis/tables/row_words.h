// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <string>

namespace tidemark {

// The words that tables share.

// Why a device without events has no rows: its run has just begun; empty where that is not so.
std::string notYetWords(const Recording& recording, const Device& device);

// "stream 0", "stream 2 (0x55d0c0ffee)".
std::string streamWords(const Device& device, StreamSlot stream);
// "default", "private (0, 1)", "graph (1, 0)".
std::string poolWords(const Device& device, PoolSlot pool);
// "layers.3.attention · aten::linear", "forward  model.py:31"; empty when nothing was recorded.
std::string contextWords(const Recording& recording, ContextIndex context);
// "forward  model.py:31", with the file's last name.
std::string frameWords(const Recording& recording, const Frame& frame);
// What a search looks at: those words, and the whole stack.
std::string searchedContext(const Recording& recording, ContextIndex context);
// Every frame with its whole path, one a line, innermost first.
std::string stackWords(const Recording& recording, StackIndex stack);

} // namespace tidemark
