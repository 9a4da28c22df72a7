// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/database_writer.h"

#include "core/export/database_rows.h"
#include "core/files/output_file.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

ExportTable tableAt(std::size_t place)
{
    return static_cast<ExportTable>(place);
}

Expected<void> fillDatabase(const AnalyzedRecording& analyzed, DatabaseRows& database, Progress* progress,
    const std::stop_token& stop)
{
    RowStream rows(database, progress, stop);
    for (std::size_t i = 0; i < exportTableCount && rows.result(); ++i)
        writeTable(tableAt(i), analyzed, rows);
    return rows.result() ? database.finish() : rows.result();
}

} // namespace

Expected<void> writeDatabase(const AnalyzedRecording& analyzed, const std::filesystem::path& path,
    Progress* progress, const std::stop_token& stop)
{
    Expected<OutputFile> file = OutputFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    if (file->partPath().empty())
        return fail(fmt::format(
            "{} cannot be written: a database needs an ordinary file, and this is none.", path.string()));
    if (progress != nullptr)
        for (std::size_t i = 0; i < exportTableCount; ++i)
            progress->total += countedRows(tableAt(i), analyzed.recording);
    // Closed before the file takes its final name.
    {
        const auto database = DatabaseRows::open(file->partPath(), path);
        if (!database)
            return tl::unexpected(database.error());
        if (const auto filled = fillDatabase(analyzed, **database, progress, stop); !filled)
            return filled;
    }
    return file->commit();
}

} // namespace tidemark
