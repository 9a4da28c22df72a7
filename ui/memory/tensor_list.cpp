// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/tensor_list.h"

#include "ui/details/figures.h"
#include "ui/plain_tip.h"
#include "ui/theme.h"

#include <QFont>
#include <QGuiApplication>

namespace tidemark::ui {

namespace {

bool isFigure(int column)
{
    return column == TensorList::Requested || column == TensorList::Rounded;
}

} // namespace

TensorList::TensorList(QObject* parent)
    : QAbstractTableModel(parent)
{ }

void TensorList::setFacts(std::shared_ptr<const MemoryFacts> facts)
{
    beginResetModel();
    m_facts = std::move(facts);
    endResetModel();
}

void TensorList::setUnits(ByteUnits units)
{
    m_units = units;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int TensorList::rowCount(const QModelIndex& parent) const
{
    if (parent.isValid() || !m_facts)
        return 0;
    return static_cast<int>(m_facts->tensors.rows.size() + m_facts->tensors.unnamed.size());
}

int TensorList::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

const TensorRow* TensorList::tensorAt(int row) const
{
    const auto place = static_cast<std::size_t>(row);
    return place < m_facts->tensors.rows.size() ? &m_facts->tensors.rows[place] : nullptr;
}

QString TensorList::nameOf(const TensorRow& row) const
{
    const QString name = textOf(m_facts->recording().strings[row.label.name]);
    return name.isEmpty() ? tr("(kept by %1)").arg(textOf(m_facts->recording().strings[row.label.operation]))
                          : name;
}

std::uint64_t TensorList::figureAt(int row, Column column) const
{
    if (const TensorRow* tensor = tensorAt(row))
        return column == Requested ? tensor->requested : tensor->rounded;
    const UnnamedMemory& rest =
        m_facts->tensors.unnamed[static_cast<std::size_t>(row) - m_facts->tensors.rows.size()];
    return column == Requested ? rest.requested : rest.rounded;
}

QString TensorList::textAt(int row, Column column, bool isExact) const
{
    if (isFigure(column)) {
        const std::uint64_t figure = figureAt(row, column);
        return isExact ? QString::number(figure) : bytesText(figure, m_units);
    }
    const StringTable& strings = m_facts->recording().strings;
    const TensorRow* tensor = tensorAt(row);
    if (!tensor) {
        const UnnamedMemory& rest =
            m_facts->tensors.unnamed[static_cast<std::size_t>(row) - m_facts->tensors.rows.size()];
        if (column == Name)
            return tr("(%1 without a label)").arg(counted(rest.count, tr("block"), tr("blocks")));
        return column == Category ? textOf(tidemark::nameOf(rest.category)) : QString();
    }
    switch (column) {
    case Name:
        return nameOf(*tensor);
    case Category:
        return textOf(tidemark::nameOf(tensor->label.category));
    case Shape:
        return textOf(strings[tensor->label.shape]);
    case Type:
        return textOf(tidemark::nameOf(tensor->label.dataType));
    case Operation:
        return textOf(strings[tensor->label.operation]);
    case SharedWith:
        return tensor->sharesWith == TensorRow::none ? QString()
                                                     : nameOf(m_facts->tensors.rows[tensor->sharesWith]);
    default:
        return {};
    }
}

QStringList TensorList::fields(int row) const
{
    QStringList all;
    for (int column = 0; column < ColumnCount; ++column)
        all << textAt(row, static_cast<Column>(column), true);
    return all;
}

QStringList TensorList::headings()
{
    return {tr("name"), tr("category"), tr("shape"), tr("dtype"), tr("kept by"), tr("requested"),
        tr("rounded"), tr("shared with")};
}

QVariant TensorList::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const auto column = static_cast<Column>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return textAt(index.row(), column, false);
    case sortRole:
        return isFigure(column) ? QVariant(static_cast<qulonglong>(figureAt(index.row(), column)))
                                : QVariant(textAt(index.row(), column, false));
    case Qt::ToolTipRole:
        return isFigure(column) ? tr("%1 B").arg(countText(figureAt(index.row(), column)))
                                : plainTip(textAt(index.row(), column, false));
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (isFigure(column) ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::FontRole:
        if (isFigure(column) || column == Shape)
            return Theme::figureFont(QGuiApplication::font());
        break;
    default:
        break;
    }
    return {};
}

QVariant TensorList::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (isFigure(section) ? Qt::AlignRight : Qt::AlignLeft));
    return role == Qt::DisplayRole ? QVariant(headings().value(section)) : QVariant();
}

} // namespace tidemark::ui
