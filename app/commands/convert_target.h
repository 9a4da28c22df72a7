// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// What `tidemark convert` writes.
enum class ConvertTarget : std::uint8_t { Tide, Snapshot, Trace, Csv, Database };

// As --to names it: "tide", "snapshot", "trace", "csv", "sqlite".
std::optional<ConvertTarget> convertTargetNamed(std::string_view name);
std::vector<std::string> convertTargetNames();

// By the end of the file's name; nothing where that does not tell.
std::optional<ConvertTarget> convertTargetOf(const std::filesystem::path& output);
// ".tide (a recording of Tidemark), ...": what the end of a name may be.
std::string convertTargetEndings();

} // namespace tidemark
