// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/manual/command_tree.h"

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

// What a page says beyond the program's own help.
struct ManualText {
    std::string_view summary; // "show where GPU memory goes"
    std::span<const std::pair<int, std::string_view>> exitCodes;
    std::string_view seeAlso; // other programs' pages, "tidemark-record"; empty: none
};

// A page of section 1 in roff, for man, of the program with all its commands. ASCII only.
std::string manPage(const CommandInfo& program, const ManualText& text);

} // namespace tidemark
