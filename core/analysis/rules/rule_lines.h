// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <string_view>
#include <vector>

namespace tidemark {

// One line of a small file that people write.
struct RuleLine {
    std::size_t number = 0; // from one
    std::string_view text; // without blanks around it
};

// Those that say something: neither empty nor behind a #.
std::vector<RuleLine> ruleLines(std::string_view text);

std::string_view withoutBlanks(std::string_view text);

tl::unexpected<Error> inRuleLine(const RuleLine& line, std::string_view why);

} // namespace tidemark
