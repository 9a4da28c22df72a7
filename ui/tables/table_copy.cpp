// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/table_copy.h"

#include "core/analysis/tables/cell_text.h"
#include "core/files/output_file.h"
#include "ui/details/figures.h"
#include "ui/tables/row_table.h"

#include <QStringList>
#include <algorithm>

namespace tidemark::ui {

RowOrder rowsToCopy(const RowTable& table, const QItemSelection& selection)
{
    QItemSelection ranges = selection;
    std::sort(
        ranges.begin(), ranges.end(), [](const QItemSelectionRange& left, const QItemSelectionRange& right) {
            return left.top() < right.top();
        });
    std::vector<int> places;
    for (const QItemSelectionRange& range : ranges)
        for (int place = range.top(); place <= range.bottom() && places.size() < mostCopiedRows; ++place)
            places.push_back(place);
    for (int place = 0; selection.isEmpty() && place < table.rowCount() && places.size() < mostCopiedRows;
         ++place)
        places.push_back(place);
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    std::vector<std::uint32_t> rows;
    rows.reserve(places.size());
    for (const int place : places)
        rows.push_back(static_cast<std::uint32_t>(table.rowAt(place)));
    return RowOrder::of(std::move(rows));
}

std::size_t rowsMeant(const RowTable& table, const QItemSelection& selection)
{
    if (selection.isEmpty())
        return table.order() ? table.order()->size() : 0;
    std::size_t rows = 0;
    for (const QItemSelectionRange& range : selection)
        rows += static_cast<std::size_t>(range.height());
    return rows;
}

QString tabbedText(const RowSource& source, const RowOrder& rows, ByteUnits units)
{
    QStringList fields;
    for (const TableColumn& column : source.columns())
        fields << textOf(column.title);
    QStringList lines = {fields.join(u'\t')};
    for (std::size_t place = 0; place < rows.size(); ++place) {
        fields.clear();
        for (std::size_t column = 0; column < source.columns().size(); ++column)
            fields << QString::fromStdString(cellText(source, rows.row(place), column, units))
                          .replace(u'\t', u' ');
        lines << fields.join(u'\t');
    }
    return lines.join(u'\n') + u'\n';
}

QString csvText(const RowSource& source, const RowOrder& rows)
{
    std::string text;
    const auto append = [&text](std::string_view piece) -> Expected<void> {
        text += piece;
        return {};
    };
    const auto done = writeTable(source, rows, TableFormat::AsCsv, append);
    return done ? QString::fromStdString(text) : QString();
}

QString exportRows(const RowSource& source, const RowOrder& rows, const QString& path,
    const std::stop_token& stop, Progress& progress)
{
    auto file = OutputFile::create(path.toStdString());
    if (!file)
        return QString::fromStdString(file.error().message);
    const auto write = [&file](
                           std::string_view piece) { return file->write(std::as_bytes(std::span(piece))); };
    const bool isJson = path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive);
    auto done = writeTable(
        source, rows, isJson ? TableFormat::AsJson : TableFormat::AsCsv, write, SIZE_MAX, stop, &progress);
    if (done)
        done = file->commit();
    return done ? QString() : QString::fromStdString(done.error().message);
}

} // namespace tidemark::ui
