// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

// A number as people read it, "4,000,256" or "1,234.5", without its commas; one without any as it is. None
// where commas stand elsewhere than before each three digits: "4,00".
std::optional<std::string> withoutGrouping(std::string_view number);

} // namespace tidemark
