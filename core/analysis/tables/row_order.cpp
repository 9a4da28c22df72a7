// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/row_order.h"

#include "core/analysis/tables/row_search.h"
#include "core/analysis/tables/row_sort.h"

#include <algorithm>
#include <numeric>

namespace tidemark {

std::optional<std::size_t> columnNamed(const RowSource& source, std::string_view key)
{
    const auto columns = source.columns();
    const auto found = std::find_if(
        columns.begin(), columns.end(), [key](const TableColumn& column) { return column.key == key; });
    if (found == columns.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - columns.begin());
}

RowOrder RowOrder::allOf(const RowSource& source)
{
    RowOrder order;
    order.m_count = source.size();
    return order;
}

RowOrder RowOrder::of(std::vector<std::uint32_t> rows)
{
    RowOrder order;
    order.m_rows = std::move(rows);
    order.m_isAll = false;
    return order;
}

std::optional<std::size_t> RowOrder::placeOf(std::size_t row) const
{
    if (m_isAll)
        return row < m_count ? std::optional(row) : std::nullopt;
    const auto found = std::find(m_rows.begin(), m_rows.end(), row);
    if (found == m_rows.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - m_rows.begin());
}

std::optional<RowOrder> chosenRows(
    const RowSource& source, const RowChoice& choice, const std::stop_token& stop, Progress* progress)
{
    const bool isEveryRow = choice.query.isEmpty() && choice.filter.isAll();
    if (isEveryRow && !choice.sorting)
        return RowOrder::allOf(source);
    std::vector<std::uint32_t> rows;
    if (isEveryRow) {
        rows.resize(std::min<std::size_t>(source.size(), UINT32_MAX));
        std::iota(rows.begin(), rows.end(), std::uint32_t(0));
    } else if (!findRows(source, choice.query, choice.filter, rows, stop, progress)) {
        return std::nullopt;
    }
    if (choice.sorting && !sortRows(source, *choice.sorting, rows, stop))
        return std::nullopt;
    return RowOrder::of(std::move(rows));
}

} // namespace tidemark
