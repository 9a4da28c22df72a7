// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/table_writer.h"
#include "core/base/bytes.h"

#include <QItemSelection>
#include <QString>

namespace tidemark::ui {

class RowTable;

// More rows than these are written to a file, and not copied.
inline constexpr std::size_t mostCopiedRows = 100'000;

// The first of the selected rows; of all rows where none is selected.
RowOrder rowsToCopy(const RowTable& table, const QItemSelection& selection);
// How many rows that would be without the limit.
std::size_t rowsMeant(const RowTable& table, const QItemSelection& selection);

// The rows as they are shown, fields parted by tabs, the titles first.
QString tabbedText(const RowSource& source, const RowOrder& rows, ByteUnits units);
QString csvText(const RowSource& source, const RowOrder& rows);

// Writes the rows to a file, as CSV or, where its name ends in .json, as JSON. Empty: it is written; else why
// not.
QString exportRows(const RowSource& source, const RowOrder& rows, const QString& path,
    const std::stop_token& stop, Progress& progress);

} // namespace tidemark::ui
