// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace tidemark {

// The style sheet of the page: light and dark as the reader's system has it, one column on a phone.
std::string_view reportStyle();

} // namespace tidemark
