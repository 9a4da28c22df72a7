// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace tidemark {

// How Setting::value tells the types of PyTorch's allocator_settings apart: numbers, truth values, lists and
// dicts are JSON, and so are the few texts that could be taken for JSON; any other text stands there as it
// is.
std::string settingOfText(std::string_view text);

} // namespace tidemark
