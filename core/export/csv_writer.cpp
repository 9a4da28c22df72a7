// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/csv_writer.h"

#include "core/export/csv_rows.h"

namespace tidemark {

Expected<void> writeCsv(const AnalyzedRecording& analyzed, ExportTable table,
    const std::filesystem::path& path, Progress* progress, const std::stop_token& stop)
{
    Expected<OutputFile> file = OutputFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    if (progress != nullptr)
        progress->total += countedRows(table, analyzed.recording);
    TextOutput out(*file, path);
    CsvRows sink(out);
    RowStream rows(sink, progress, stop);
    writeTable(table, analyzed, rows);
    if (!rows.result())
        return rows.result();
    const Expected<void> written = out.finish();
    return written ? file->commit() : written;
}

} // namespace tidemark
