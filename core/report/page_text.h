// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace tidemark {

// Text as it may stand in a page that is also well-formed XML: see htmlEscaped(); bytes that are no UTF-8
// become U+FFFD.
std::string htmlText(std::string_view text);

} // namespace tidemark
