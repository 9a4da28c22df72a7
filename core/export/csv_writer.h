// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/export_table.h"

#include <filesystem>

namespace tidemark {

// Writes one table of a recording as comma-separated values, row by row; packed where the path ends in .gz.
// The path's former content, if any, stays until all is written. `progress` counts rows. An error says what
// could not be written and why; then nothing is left behind.
Expected<void> writeCsv(const AnalyzedRecording& analyzed, ExportTable table,
    const std::filesystem::path& path, Progress* progress = nullptr, const std::stop_token& stop = {});

} // namespace tidemark
