// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/run_table.h"

#include "ui/details/figures.h"
#include "ui/theme.h"

#include <QFont>
#include <QGuiApplication>
#include <algorithm>
#include <cstdlib>

namespace tidemark::ui {

namespace {

QString exactText(std::uint64_t bytes)
{
    return QStringLiteral("%1 B").arg(countText(bytes));
}

std::uint64_t magnitude(std::int64_t bytes)
{
    return static_cast<std::uint64_t>(std::llabs(bytes));
}

// "−1.25 GiB", "+512.00 KiB", "±0".
QString differenceText(std::int64_t bytes, const QString& written)
{
    if (bytes == 0)
        return QStringLiteral("\u00b10");
    return (bytes < 0 ? QStringLiteral("\u2212") : QStringLiteral("+")) + written;
}

QString plainCount(std::int64_t count)
{
    return countText(static_cast<std::uint64_t>(count));
}

} // namespace

RunTable::RunTable(QObject* parent)
    : QAbstractTableModel(parent)
{ }

void RunTable::setUnits(ByteUnits units)
{
    m_units = units;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void RunTable::clear()
{
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

void RunTable::setRecorded(RunRow row)
{
    row.isRecorded = true;
    beginResetModel();
    m_rows.assign(1, std::move(row));
    endResetModel();
}

int RunTable::put(RunRow row)
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
        [&](const RunRow& each) { return !each.isRecorded && each.choice == row.choice; });
    const auto place = static_cast<int>(found - m_rows.begin());
    if (found == m_rows.end()) {
        beginInsertRows({}, place, place);
        m_rows.push_back(std::move(row));
        endInsertRows();
        return place;
    }
    // What has been run is not forgotten for figures alone.
    if (row.run || !found->run)
        *found = std::move(row);
    Q_EMIT dataChanged(index(place, 0), index(place, ColumnCount - 1));
    return place;
}

void RunTable::putAll(std::vector<RunRow> rows)
{
    for (RunRow& row : rows)
        put(std::move(row));
}

int RunTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

std::int64_t RunTable::saving(const RunRow& row) const
{
    return static_cast<std::int64_t>(row.figures.peak.reserved)
        - static_cast<std::int64_t>(m_rows.front().figures.peak.reserved);
}

QString RunTable::textAt(const RunRow& row, Column column) const
{
    switch (column) {
    case Settings:
        return row.isRecorded ? row.name : nameOf(row.choice, m_units);
    case PeakReserved:
        return bytesText(row.figures.peak.reserved, m_units);
    case AgainstRecorded:
        return row.isRecorded ? QString()
                              : differenceText(saving(row), bytesText(magnitude(saving(row)), m_units));
    case EndReserved:
        return bytesText(row.figures.end.reserved, m_units);
    case PeakActive:
        return bytesText(row.figures.peak.active, m_units);
    case DeviceCalls:
        return plainCount(row.figures.deviceMallocs + row.figures.deviceFrees);
    case Retries:
        return plainCount(row.figures.allocRetries);
    case Ooms:
        return plainCount(row.figures.ooms);
    case ColumnCount:
        break;
    }
    return {};
}

QString RunTable::exactAt(const RunRow& row, Column column) const
{
    switch (column) {
    case PeakReserved:
        return exactText(row.figures.peak.reserved);
    case AgainstRecorded:
        return row.isRecorded ? QString() : differenceText(saving(row), exactText(magnitude(saving(row))));
    case EndReserved:
        return exactText(row.figures.end.reserved);
    case PeakActive:
        return exactText(row.figures.peak.active);
    case DeviceCalls:
        return tr("%1 allocations and %2 frees of the device's memory; each waits for the device")
            .arg(plainCount(row.figures.deviceMallocs), plainCount(row.figures.deviceFrees));
    default:
        return textAt(row, column);
    }
}

QVariant RunTable::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const RunRow& shown = row(index.row());
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return textAt(shown, column);
    case Qt::ToolTipRole:
        return exactAt(shown, column);
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (column == Settings ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::FontRole:
        if (column != Settings)
            return Theme::figureFont(QGuiApplication::font());
        break;
    default:
        break;
    }
    return {};
}

QVariant RunTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section == Settings ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::ToolTipRole && section == DeviceCalls)
        return tr("cudaMalloc, cudaFree and mapping of pages: each one waits for the device");
    if (role == Qt::ToolTipRole && section == Retries)
        return tr("How often the allocator emptied its cache because the device had no room");
    if (role != Qt::DisplayRole)
        return {};
    static const char* const names[ColumnCount] = {QT_TR_NOOP("Settings"), QT_TR_NOOP("Peak reserved"),
        QT_TR_NOOP("Against recorded"), QT_TR_NOOP("End reserved"), QT_TR_NOOP("Peak active"),
        QT_TR_NOOP("Device calls"), QT_TR_NOOP("Retries"), QT_TR_NOOP("OOMs")};
    return tr(names[section]);
}

} // namespace tidemark::ui
