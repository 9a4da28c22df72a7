// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of a table taken elsewhere: copied, or written to a file.
#include "ui/details/figures.h"
#include "ui/tables/table_copy.h"
#include "ui/tables/table_pane.h"
#include "ui/window/file_name_dialog.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QTableView>

namespace tidemark::ui {

using namespace Qt::Literals::StringLiterals;

QString TablePane::selectedText() const
{
    if (m_rows.rowCount() == 0)
        return {};
    return tabbedText(
        *m_rows.source(), rowsToCopy(m_rows, m_table->selectionModel()->selection()), m_rows.units());
}

QString TablePane::selectedCsv() const
{
    if (m_rows.rowCount() == 0)
        return {};
    return csvText(*m_rows.source(), rowsToCopy(m_rows, m_table->selectionModel()->selection()));
}

void TablePane::copy(const QString& text)
{
    if (text.isEmpty())
        return;
    QGuiApplication::clipboard()->setText(text);
    const std::size_t meant = rowsMeant(m_rows, m_table->selectionModel()->selection());
    report(meant <= mostCopiedRows ? QString()
                                   : tr("Copied the first %1 of %2 rows; Export writes all that are shown")
                                         .arg(countText(mostCopiedRows), countText(meant)));
}

void TablePane::exportTo(const QString& path)
{
    if (!m_rows.source() || m_writer.isBusy())
        return;
    m_exported = std::make_shared<Progress>();
    m_writer.start([this, source = m_rows.source(), order = m_rows.order(), path, progress = m_exported](
                       const std::stop_token& stop) -> NewestJob::Use {
        const QString failure = exportRows(*source, *order, path, stop, *progress);
        return [this, failure, path] {
            if (failure.isEmpty())
                report(tr("Written to %1").arg(path));
            Q_EMIT exported(failure);
        };
    });
}

void TablePane::askWhereTo()
{
    const QString path = askFileNameToSave(
        this, tr("Export %1").arg(m_name), m_name + u".csv"_s, tr("CSV (*.csv);;JSON (*.json)"));
    if (!path.isEmpty())
        exportTo(path);
}

} // namespace tidemark::ui
