// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/row_order.h"

#include "core/analysis/tables/row_search.h"
#include "core/analysis/tables/row_sort.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace tidemark {

namespace {

Expected<void> checkColumn(const RowSource& source, std::string_view key, bool isOfWords)
{
    const auto isMeant = [isOfWords](const TableColumn& column) {
        return (column.kind == CellKind::Words) == isOfWords;
    };
    const auto column = columnNamed(source, key);
    if (column && isMeant(source.columns()[*column]))
        return {};
    std::string known;
    for (const TableColumn& other : source.columns())
        if (isMeant(other))
            known += fmt::format("{}{}", known.empty() ? "" : ", ", other.key);
    return fail(fmt::format("The {} have no column \"{}\" of {}; there are {}. In quotes it is a text",
        source.name(), key, isOfWords ? "words" : "numbers", known));
}

} // namespace

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

Expected<void> checkColumns(const RowSource& source, const SearchQuery& query)
{
    for (const SearchTerm& term : query.terms) {
        Expected<void> known;
        if (const auto* range = std::get_if<RangeTerm>(&term.what))
            known = checkColumn(source, range->column, false);
        else if (const auto* text = std::get_if<TextTerm>(&term.what); text && !text->column().empty())
            known = checkColumn(source, text->column(), true);
        if (!known)
            return known;
    }
    return {};
}

std::string likelyMistake(const RowSource& source, const SearchQuery& query)
{
    std::string known;
    for (const TableColumn& column : source.columns())
        known += fmt::format("{}{}", known.empty() ? "" : ", ", column.key);
    for (const SearchTerm& term : query.terms)
        if (const auto* text = std::get_if<TextTerm>(&term.what); text && !text->likelyColumn().empty())
            return fmt::format("{} is no column of the {}, and was looked for as a text; there are {}",
                text->likelyColumn(), source.name(), known);
    return {};
}

std::optional<RowOrder> chosenRows(
    const RowSource& source, const RowChoice& choice, const std::stop_token& stop, Progress* progress)
{
    const bool isEveryRow = choice.query.isEmpty() && choice.filter.isAll() && !choice.within;
    if (isEveryRow && !choice.sorting)
        return RowOrder::allOf(source);
    std::vector<std::uint32_t> rows;
    if (isEveryRow) {
        rows.resize(std::min<std::size_t>(source.size(), UINT32_MAX));
        std::iota(rows.begin(), rows.end(), std::uint32_t(0));
    } else if (!findRows(source, choice.query, choice.filter, choice.within, rows, stop, progress)) {
        return std::nullopt;
    }
    if (choice.sorting && !sortRows(source, *choice.sorting, rows, stop))
        return std::nullopt;
    return RowOrder::of(std::move(rows));
}

} // namespace tidemark
