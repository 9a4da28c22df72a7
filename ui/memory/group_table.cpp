// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/group_table.h"

#include "ui/details/figures.h"
#include "ui/groups/colour_by_box.h"
#include "ui/plain_tip.h"
#include "ui/theme.h"

#include <QFont>
#include <QGuiApplication>

namespace tidemark::ui {

GroupTable::GroupTable(QObject* parent)
    : QAbstractTableModel(parent)
{ }

void GroupTable::setFacts(std::shared_ptr<const MemoryFacts> facts)
{
    beginResetModel();
    m_facts = std::move(facts);
    endResetModel();
}

void GroupTable::setUnits(ByteUnits units)
{
    m_units = units;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int GroupTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_facts ? 0 : static_cast<int>(m_facts->holdings.size()) + 1;
}

int GroupTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

GroupHolding GroupTable::holdingOf(int row) const
{
    if (!isSum(row))
        return m_facts->holdings[static_cast<std::size_t>(row)];
    GroupHolding sum;
    for (const GroupHolding& holding : m_facts->holdings) {
        sum.bytes += holding.bytes;
        sum.count += holding.count;
    }
    sum.bytes = m_facts->bytes();
    return sum;
}

QString GroupTable::nameOf(int row) const
{
    return isSum(row)
        ? (m_facts->question.measure == MemoryMeasure::HeldOver ? tr("on average") : tr("allocated"))
        : QString::fromStdString(m_facts->grouping.groups[holdingOf(row).group].name);
}

QString GroupTable::textAt(int row, Column column) const
{
    const GroupHolding holding = holdingOf(row);
    switch (column) {
    case Group:
        return nameOf(row);
    case Bytes:
        return bytesText(holding.bytes, m_units);
    case Share:
        return m_facts->bytes() == 0
            ? QString()
            : tr("%1 %").arg(
                100 * static_cast<double>(holding.bytes) / static_cast<double>(m_facts->bytes()), 0, 'f', 1);
    case Blocks:
        return countText(holding.count);
    case ColumnCount:
        break;
    }
    return {};
}

QString GroupTable::tipAt(int row, Column column) const
{
    const GroupHolding holding = holdingOf(row);
    if (column == Group && !isSum(row)) {
        QString text = nameOf(row);
        if (holding.totalBytes > holding.bytes)
            text += tr("\n%1 B with the modules in it").arg(countText(holding.totalBytes));
        return text;
    }
    return tr("%1 B in %2").arg(countText(holding.bytes), counted(holding.count, tr("block"), tr("blocks")));
}

QVariant GroupTable::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return textAt(index.row(), column);
    case Qt::ToolTipRole:
        return plainTip(tipAt(index.row(), column));
    case shareRole:
        return m_facts->bytes() == 0 || isSum(index.row())
            ? 0.0
            : static_cast<double>(holdingOf(index.row()).bytes) / static_cast<double>(m_facts->bytes());
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (column == Group ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::FontRole: {
        QFont font = column == Group ? QGuiApplication::font() : Theme::figureFont(QGuiApplication::font());
        font.setBold(isSum(index.row()));
        return font;
    }
    default:
        return {};
    }
}

QVariant GroupTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section == Group ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Group:
        return m_facts ? groupByTitle(m_facts->grouping.by) : QString();
    case Bytes:
        return tr("bytes");
    case Share:
        return tr("share");
    case Blocks:
        return tr("blocks");
    default:
        return {};
    }
}

} // namespace tidemark::ui
