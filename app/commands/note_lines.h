// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

namespace tidemark {

// Notes as lines for people: many that differ only in their numbers, and in which of `sources` they name,
// become one, "204 times: ...", which gives the first of them.
std::vector<std::string> noteLines(
    std::span<const std::string> notes, std::span<const std::string> sources = {});

} // namespace tidemark
