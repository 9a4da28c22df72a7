// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace tidemark {

// Valid UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
bool isUtf8(std::string_view text);

// The text with every invalid byte replaced by U+FFFD; a surrogate that somebody encoded, which Python writes
// for broken file names, becomes one of them.
std::string readableUtf8(std::string_view text);

} // namespace tidemark
