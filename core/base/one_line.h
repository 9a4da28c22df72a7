// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace tidemark {

// The text with its control characters written as "\n" or "\x1b", so that a name from a stranger's file can
// stand in a message of one line and does nothing to a terminal.
std::string oneLine(std::string_view text);

} // namespace tidemark
