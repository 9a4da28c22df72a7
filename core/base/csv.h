// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace tidemark {

// The text as one field of comma-separated values, quoted as RFC 4180 has it. A name from a stranger's file
// that a spreadsheet would take for a formula gets an apostrophe before it, which spreadsheets do not show.
std::string csvField(std::string_view text);

} // namespace tidemark
