// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/rules/class_rules.h"
#include "core/analysis/rules/suppressions.h"

#include <CLI/CLI.hpp>
#include <string>

namespace tidemark {

// Small files that people write beside their program. An error names the file, and the line.
Expected<Suppressions> readSuppressions(const std::string& path); // empty path: none
Expected<ClassRules> readClassRules(const std::string& path);

// --suppressions
CLI::Option* addSuppressionsOption(CLI::App& command, std::string& path);

// "34,816 bytes in 2 blocks are suppressed by known.txt ...", of what is alive at a position.
std::string suppressedSentence(
    const SuppressedAttribution& parts, std::uint64_t position, const std::string& path);

} // namespace tidemark
