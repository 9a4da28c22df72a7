// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// Letters A to Z in lower case; the rest, UTF-8 too, as it is.
std::string lowerCase(std::string_view text);

// A query cut at its spaces, except in quotes and inside a regular expression; a comparison is one word with
// what follows it, "> 20 MiB" as ">20MiB" is.
std::vector<std::string> searchWords(std::string_view text);

} // namespace tidemark
