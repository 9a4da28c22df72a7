// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/row_table.h"

#include "core/analysis/tables/cell_text.h"
#include "ui/details/figures.h"
#include "ui/plain_tip.h"
#include "ui/theme.h"

#include <QFont>
#include <QGuiApplication>
#include <QTimer>
#include <algorithm>

namespace tidemark::ui {

namespace {

// So that the view is away for a few milliseconds at a time.
constexpr std::size_t rowsInPiece = 400'000;
// A view measures its rows in an int of pixels.
constexpr std::size_t mostShownRows = 60'000'000;
constexpr int mostTipLines = 24;

bool isWords(const RowSource& source, std::size_t column)
{
    return source.columns()[column].kind == CellKind::Words;
}

QString firstLines(const QString& text)
{
    QStringList lines = text.trimmed().split(u'\n');
    const auto left = lines.size() - mostTipLines;
    if (left > 0) {
        lines.resize(mostTipLines);
        lines << RowTable::tr("… and %1 more").arg(left);
    }
    return lines.join(u'\n');
}

} // namespace

RowTable::RowTable(QObject* parent)
    : QAbstractTableModel(parent)
{ }

std::size_t RowTable::total() const
{
    return m_order ? std::min(m_order->size(), mostShownRows) : 0;
}

void RowTable::setRows(std::shared_ptr<const RowSource> source, std::shared_ptr<const RowOrder> order)
{
    const bool isGrown = m_source && source && m_order && order && m_source->name() == source->name()
        && m_order->isEveryRow() && order->isEveryRow() && order->size() >= m_order->size() && m_shown > 0;
    if (isGrown) {
        m_source = std::move(source);
        m_order = std::move(order);
        Q_EMIT dataChanged(index(0, 0), index(m_shown - 1, columnCount() - 1));
        growTo(static_cast<std::size_t>(m_shown) + rowsInPiece);
        return growOn();
    }
    beginResetModel();
    m_source = std::move(source);
    m_order = std::move(order);
    m_shown = static_cast<int>(std::min(total(), rowsInPiece));
    endResetModel();
    growOn();
}

void RowTable::growTo(std::size_t rows)
{
    const int last = static_cast<int>(std::min(rows, total())) - 1;
    if (last < m_shown)
        return;
    beginInsertRows({}, m_shown, last);
    m_shown = last + 1;
    endInsertRows();
}

// The next piece when the window has had time for other things.
void RowTable::growOn()
{
    if (static_cast<std::size_t>(m_shown) >= total())
        return;
    QTimer::singleShot(0, this, [this, order = m_order] {
        if (order != m_order)
            return; // another one came, which goes on by itself
        growTo(static_cast<std::size_t>(m_shown) + rowsInPiece);
        growOn();
    });
}

bool RowTable::reach(std::size_t place)
{
    if (place >= total())
        return false;
    growTo(place + 1);
    return true;
}

void RowTable::setUnits(ByteUnits units)
{
    m_units = units;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int RowTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_shown;
}

int RowTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_source ? 0 : static_cast<int>(m_source->columns().size());
}

QString RowTable::tipOf(std::size_t row, std::size_t column) const
{
    const std::uint64_t value = m_source->value(row, column);
    if (value == RowSource::nothing)
        return textOf(m_source->columns()[column].hint);
    switch (m_source->columns()[column].kind) {
    case CellKind::Words:
        return firstLines(QString::fromStdString(m_source->searchedText(column, value)));
    case CellKind::Bytes:
        return tr("%1 B").arg(countText(value));
    case CellKind::Duration:
    case CellKind::Time:
        return tr("%1 µs").arg(countText(value));
    default:
        return QString::fromStdString(cellText(*m_source, row, column, m_units));
    }
}

QVariant RowTable::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_shown)
        return {};
    const auto column = static_cast<std::size_t>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return QString::fromStdString(cellText(*m_source, rowAt(index.row()), column, m_units));
    case Qt::ToolTipRole:
        return plainTip(tipOf(rowAt(index.row()), column));
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (isWords(*m_source, column) ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::FontRole:
        return isWords(*m_source, column) ? QVariant() : Theme::figureFont(QGuiApplication::font());
    default:
        return {};
    }
}

QVariant RowTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || !m_source || section < 0 || section >= columnCount())
        return {};
    const TableColumn& column = m_source->columns()[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
        return u' ' + textOf(column.title) + u' ';
    case Qt::ToolTipRole:
        return textOf(column.hint);
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (column.kind == CellKind::Words ? Qt::AlignLeft : Qt::AlignRight));
    default:
        return {};
    }
}

void RowTable::sort(int column, Qt::SortOrder order)
{
    Q_EMIT sortingWanted(column, order);
}

} // namespace tidemark::ui
