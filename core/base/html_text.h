// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace tidemark {

// A text as it may stand in an HTML page, inside an element or a quoted attribute. Control characters become
// visible, see oneLine().
std::string htmlEscaped(std::string_view text);

} // namespace tidemark
