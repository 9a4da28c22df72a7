// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/steps/drift_table.h"

#include "ui/details/figures.h"
#include "ui/plain_tip.h"
#include "ui/theme.h"

#include <QFont>
#include <QGuiApplication>

namespace tidemark::ui {

DriftTable::DriftTable(QObject* parent)
    : QAbstractTableModel(parent)
{ }

void DriftTable::setDrift(std::shared_ptr<const FoundDrift> drift)
{
    beginResetModel();
    m_drift = std::move(drift);
    endResetModel();
}

void DriftTable::setUnits(ByteUnits units)
{
    m_units = units;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int DriftTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_drift ? 0 : static_cast<int>(m_drift->drift.sites.size());
}

int DriftTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant DriftTable::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const DriftingSite& site = m_drift->drift.sites[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (index.column() == Place ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::FontRole && index.column() != Place)
        return Theme::figureFont(QGuiApplication::font());
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const auto bytes = [this, role](std::uint64_t value) {
        return role == Qt::ToolTipRole ? tr("%1 bytes").arg(countText(value)) : bytesText(value, m_units);
    };
    switch (static_cast<Column>(index.column())) {
    case Place:
        return role == Qt::ToolTipRole ? plainTip(QString::fromStdString(site.site.name))
                                       : QString::fromStdString(site.site.name);
    case BytesPerStep:
        return bytes(static_cast<std::uint64_t>(site.bytesPerStep));
    case Since:
        return QString::number(site.since);
    case Bytes:
        return bytes(site.bytes);
    case Count:
        return countText(site.count);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant DriftTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section == Place ? Qt::AlignLeft : Qt::AlignRight));
    static const char* const names[ColumnCount] = {QT_TR_NOOP("Place that keeps more and more"),
        QT_TR_NOOP("A step"), QT_TR_NOOP("Since step"), QT_TR_NOOP("By now"), QT_TR_NOOP("Blocks")};
    return role == Qt::DisplayRole ? tr(names[section]) : QVariant();
}

} // namespace tidemark::ui
