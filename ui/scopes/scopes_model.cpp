// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scopes/scopes_model.h"

#include "core/base/bytes.h"
#include "ui/plain_tip.h"
#include "ui/theme.h"

#include <QFont>
#include <QGuiApplication>
#include <algorithm>

namespace tidemark::ui {

namespace {

QString qt(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

ScopesModel::ScopesModel(QObject* parent)
    : QAbstractTableModel(parent)
{ }

void ScopesModel::setTable(std::shared_ptr<const ScopeTable> table)
{
    m_table = std::move(table);
    show();
}

void ScopesModel::setColumns(std::vector<StatColumn> columns)
{
    m_columns = std::move(columns);
    show();
}

void ScopesModel::setFilter(const QString& text)
{
    m_filter = text.trimmed();
    show();
}

void ScopesModel::show()
{
    beginResetModel();
    m_shown = {};
    m_shown.columns = m_columns;
    if (m_table) {
        std::vector<std::size_t> places;
        for (const StatColumn& column : m_columns)
            places.push_back(
                static_cast<std::size_t>(std::find(m_table->columns.begin(), m_table->columns.end(), column)
                    - m_table->columns.begin()));
        const std::vector<std::string> texts =
            m_filter.isEmpty() ? std::vector<std::string>() : std::vector{m_filter.toStdString()};
        m_shown = filtered(*m_table, texts);
        m_shown.columns = m_columns;
        for (ScopeRow& row : m_shown.rows) {
            std::vector<std::int64_t> values;
            for (const std::size_t place : places)
                values.push_back(place < row.values.size() ? row.values[place] : 0);
            row.values = std::move(values);
        }
    }
    m_highest.assign(static_cast<std::size_t>(columnCount()), 0);
    for (const ScopeRow& row : m_shown.rows)
        for (int column = FirstFigure; column < columnCount(); ++column) {
            std::int64_t& highest = m_highest[static_cast<std::size_t>(column)];
            highest = std::max(highest, figureAt(row, column).value);
        }
    endResetModel();
}

void ScopesModel::setUnits(ByteUnits units)
{
    m_units = units;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int ScopesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.rows.size());
}

int ScopesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : FirstFigure + static_cast<int>(m_columns.size()) + BehindCount;
}

ScopesModel::Figure ScopesModel::figureAt(const ScopeRow& row, int column) const
{
    const auto place = static_cast<std::size_t>(column - FirstFigure);
    if (place < m_columns.size())
        return {m_columns[place].kind, row.values[place]};
    switch (static_cast<Behind>(place - m_columns.size())) {
    case Visits:
        return {StatKind::Allocation, static_cast<std::int64_t>(row.figures.visits)};
    case Before:
        return {StatKind::AllocatedBytes, row.figures.before};
    case Added:
        return {StatKind::AllocatedBytes, row.figures.added};
    case Freed:
        return {StatKind::AllocatedBytes, row.figures.freed};
    case Peak:
    case BehindCount:
        break;
    }
    return {StatKind::AllocatedBytes, row.figures.peak};
}

QVariant ScopesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const ScopeRow& row = m_shown.rows[static_cast<std::size_t>(index.row())];
    const bool isFigure = index.column() >= FirstFigure;
    const Figure figure = isFigure ? figureAt(row, index.column()) : Figure();
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == Scope)
            return QString(2 * static_cast<int>(row.depth), QLatin1Char(' ')) + qt(row.name);
        return index.column() == Phase ? qt(row.phase) : qt(formatStat(figure.kind, figure.value, m_units));
    case Qt::ToolTipRole:
        if (isFigure && countsBytes(figure.kind))
            return tr("%1 bytes").arg(qt(formatExact(figure.value)));
        return index.column() == Scope ? QVariant(plainTip(qt(row.path))) : QVariant();
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (isFigure ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::FontRole:
        if (isFigure)
            return Theme::figureFont(QGuiApplication::font());
        break;
    case BarRole:
        if (const std::int64_t highest = m_highest[static_cast<std::size_t>(index.column())];
            isFigure && highest > 0)
            return static_cast<double>(figure.value) / static_cast<double>(highest);
        break;
    default:
        break;
    }
    return {};
}

QString ScopesModel::headerText(int section) const
{
    const int place = section - FirstFigure;
    if (place >= 0 && place < static_cast<int>(m_columns.size())) {
        const auto [kind, pool, metric] = partsOf(m_columns[static_cast<std::size_t>(place)]);
        return qt(kind) + QLatin1Char('\n') + qt(pool) + QLatin1Char('\n') + qt(metric);
    }
    static const char* const first[FirstFigure] = {QT_TR_NOOP("Scope"), QT_TR_NOOP("Phase")};
    static const char* const behind[BehindCount] = {QT_TR_NOOP("Visits"), QT_TR_NOOP("Before"),
        QT_TR_NOOP("Added"), QT_TR_NOOP("Freed"), QT_TR_NOOP("Peak inside")};
    return place < 0 ? tr(first[section]) : tr(behind[place - static_cast<int>(m_columns.size())]);
}

QVariant ScopesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignBottom | (section >= FirstFigure ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::DisplayRole)
        return headerText(section);
    if (role != Qt::ToolTipRole)
        return {};
    static const char* const behind[BehindCount] = {QT_TR_NOOP("How often the scope was entered in a step"),
        QT_TR_NOOP("Allocated memory when the scope was entered, in the step with its highest peak"),
        QT_TR_NOOP("Bytes that the scope allocated, in that step"),
        QT_TR_NOOP("Bytes that the scope freed, in that step"),
        QT_TR_NOOP("The highest allocated memory while inside; click a row to go there")};
    const int place = section - FirstFigure - static_cast<int>(m_columns.size());
    return place >= 0 ? tr(behind[place]) : QVariant();
}

} // namespace tidemark::ui
