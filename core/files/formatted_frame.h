// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording_builder.h"

#include <string>
#include <string_view>

namespace tidemark {

// The key of Frame::extra under which a formatted line stands that formattedLine() would not give again:
// most have the line of the source behind them.
inline constexpr std::string_view formattedKey = "formatted";

// The frame of a line as Python's traceback.format_stack writes it, `  File "train.py", line 12, in step`;
// what has another form becomes the frame's function.
Frame frameOfLine(std::string_view line, RecordingBuilder& builder);

// The line of a frame, without the line of the source.
std::string formattedLine(const Frame& frame, const StringTable& strings);

} // namespace tidemark
