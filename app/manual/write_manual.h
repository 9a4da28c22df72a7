// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/manual/man_page.h"
#include "core/base/error.h"

#include <filesystem>

namespace tidemark {

// The option by which a program writes its manual, for the build alone: no help shows it.
inline constexpr std::string_view writeManualOption = "--write-manual";

// Writes NAME.1 and the completions NAME.bash, _NAME and NAME.fish into a folder that is there.
Expected<void> writeManual(const CLI::App& app, const ManualText& text, const std::filesystem::path& folder);

} // namespace tidemark
