// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/export_table.h"

#include <filesystem>

namespace tidemark {

// Writes every table of a recording into a new SQLite database, row by row. The path's former content, if
// any, stays until all is written. `progress` counts rows. An error says what could not be written and why;
// then nothing is left behind.
Expected<void> writeDatabase(const AnalyzedRecording& analyzed, const std::filesystem::path& path,
    Progress* progress = nullptr, const std::stop_token& stop = {});

} // namespace tidemark
