// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/reserved/band.h"

#include <span>
#include <string_view>
#include <vector>

namespace tidemark {

// A word of PyTorch's memory API.
struct GlossaryEntry {
    std::string_view term; // "inactive split"
    std::string_view api; // by what name PyTorch tells it; empty where it does not
    std::string_view meaning; // in sentences
    std::string_view place; // where it is in the picture
    Band band = Band::Nothing; // that shows it; Nothing: no band does
};

// All of them, in the order in which they explain each other.
std::span<const GlossaryEntry> glossary();

// Those whose term, API name or meaning has all the words of `text` in it, in whatever case; terms that begin
// with it come first.
std::vector<const GlossaryEntry*> glossaryMatches(std::string_view text);

// The entry of exactly this term, in whatever case; null where there is none.
const GlossaryEntry* glossaryEntry(std::string_view term);

} // namespace tidemark
