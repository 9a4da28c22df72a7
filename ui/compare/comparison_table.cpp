// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison_table.h"

#include "ui/compare/comparison_facts.h"
#include "ui/details/figures.h"
#include "ui/plain_tip.h"
#include "ui/theme.h"

#include <QGuiApplication>
#include <algorithm>

namespace tidemark::ui {

namespace {

QString signedText(std::int64_t value, const QString& absolute)
{
    if (value == 0)
        return absolute;
    return (value < 0 ? QStringLiteral("−") : QStringLiteral("+")) + absolute;
}

std::uint64_t sizeOf(std::int64_t difference)
{
    return static_cast<std::uint64_t>(std::abs(difference));
}

// What a column is sorted by; names have their own order.
std::int64_t sortKey(const ComparedGroup& group, ComparisonTable::Column column)
{
    switch (column) {
    case ComparisonTable::In:
        return static_cast<std::int64_t>(ComparisonTable::sideOf(group));
    case ComparisonTable::BytesA:
        return static_cast<std::int64_t>(group.a.bytes);
    case ComparisonTable::BytesB:
        return static_cast<std::int64_t>(group.b.bytes);
    case ComparisonTable::BlocksA:
        return static_cast<std::int64_t>(group.a.count);
    case ComparisonTable::BlocksB:
        return static_cast<std::int64_t>(group.b.count);
    default:
        return group.difference();
    }
}

} // namespace

ComparisonTable::ComparisonTable(QObject* parent)
    : QAbstractTableModel(parent)
{ }

ComparisonTable::Side ComparisonTable::sideOf(const ComparedGroup& group)
{
    if (group.b.count == 0)
        return Side::OnlyA;
    return group.a.count == 0 ? Side::OnlyB : Side::Both;
}

void ComparisonTable::setFacts(std::shared_ptr<const ComparisonFacts> facts)
{
    m_facts = std::move(facts);
    show();
}

void ComparisonTable::setText(const QString& text)
{
    m_text = text.trimmed();
    show();
}

void ComparisonTable::setUnits(ByteUnits units)
{
    m_units = units;
    show();
}

void ComparisonTable::setSide(std::optional<Side> side)
{
    m_side = side;
    show();
}

void ComparisonTable::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column;
    m_sortOrder = order;
    show();
}

void ComparisonTable::show()
{
    beginResetModel();
    m_rows.clear();
    const std::size_t count = m_facts ? m_facts->groups.groups.size() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        const ComparedGroup& group = m_facts->groups.groups[i];
        const bool passes = (!m_side || sideOf(group) == *m_side)
            && (m_text.isEmpty() || textOf(group.name).contains(m_text, Qt::CaseInsensitive));
        if (passes)
            m_rows.push_back(static_cast<std::uint32_t>(i));
    }
    order();
    endResetModel();
}

void ComparisonTable::order()
{
    if (m_sortColumn < 0 || m_sortColumn >= ColumnCount)
        return;
    const auto column = static_cast<Column>(m_sortColumn);
    const auto isLess = [&](std::uint32_t left, std::uint32_t right) {
        const ComparedGroup& a = m_facts->groups.groups[left];
        const ComparedGroup& b = m_facts->groups.groups[right];
        return column == Name ? a.name < b.name : sortKey(a, column) < sortKey(b, column);
    };
    if (m_sortOrder == Qt::AscendingOrder)
        std::stable_sort(m_rows.begin(), m_rows.end(), isLess);
    else
        std::stable_sort(m_rows.begin(), m_rows.end(),
            [&](std::uint32_t left, std::uint32_t right) { return isLess(right, left); });
}

const ComparedGroup& ComparisonTable::group(int row) const
{
    return m_facts->groups.groups[m_rows[static_cast<std::size_t>(row)]];
}

int ComparisonTable::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ComparisonTable::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ComparisonTable::cellText(const ComparedGroup& group, Column column) const
{
    const auto amount = [this](const GroupAmount& held, bool isBytes) {
        if (held.count == 0)
            return QStringLiteral("–");
        return isBytes ? bytesText(held.bytes, m_units) : countText(held.count);
    };
    switch (column) {
    case Name:
        return textOf(group.name);
    case In:
        return sideOf(group) == Side::Both ? tr("both")
            : sideOf(group) == Side::OnlyA ? tr("only A")
                                           : tr("only B");
    case BytesA:
        return amount(group.a, true);
    case BytesB:
        return amount(group.b, true);
    case Difference:
        return signedText(group.difference(), bytesText(sizeOf(group.difference()), m_units));
    case BlocksA:
        return amount(group.a, false);
    case BlocksB:
        return amount(group.b, false);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant ComparisonTable::cellTip(const ComparedGroup& group, Column column) const
{
    switch (column) {
    case Name:
        return plainTip(textOf(group.key));
    case BytesA:
        return tr("%1 bytes").arg(countText(group.a.bytes));
    case BytesB:
        return tr("%1 bytes").arg(countText(group.b.bytes));
    case Difference:
        return tr("%1 bytes").arg(signedText(group.difference(), countText(sizeOf(group.difference()))));
    default:
        return {};
    }
}

QVariant ComparisonTable::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const auto column = static_cast<Column>(index.column());
    const bool isFigure = column != Name && column != In;
    switch (role) {
    case Qt::DisplayRole:
        return cellText(group(index.row()), column);
    case Qt::ToolTipRole:
        return cellTip(group(index.row()), column);
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (isFigure ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::FontRole:
        return isFigure ? QVariant(Theme::figureFont(QGuiApplication::font())) : QVariant();
    default:
        return {};
    }
}

QVariant ComparisonTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    static const char* const names[ColumnCount] = {QT_TR_NOOP("What"), QT_TR_NOOP("In"), QT_TR_NOOP("A"),
        QT_TR_NOOP("B"), QT_TR_NOOP("B − A"), QT_TR_NOOP("Blocks A"), QT_TR_NOOP("Blocks B")};
    static const char* const tips[ColumnCount] = {QT_TR_NOOP("What the memory is told apart by"),
        QT_TR_NOOP("Which of the two holds any"), QT_TR_NOOP("Allocated bytes in A"),
        QT_TR_NOOP("Allocated bytes in B, the recording that is shown"),
        QT_TR_NOOP("How much more or less it is in B"), QT_TR_NOOP("Allocations in A"),
        QT_TR_NOOP("Allocations in B")};
    switch (role) {
    case Qt::DisplayRole:
        return tr(names[section]);
    case Qt::ToolTipRole:
        return tr(tips[section]);
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (section > In ? Qt::AlignRight : Qt::AlignLeft));
    default:
        return {};
    }
}

} // namespace tidemark::ui
