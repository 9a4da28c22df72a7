// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/search/search_query.h"
#include "core/analysis/tables/row_source.h"
#include "core/base/progress.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace tidemark {

struct RowSorting {
    std::size_t column = 0;
    bool isDescending = false;

    bool operator==(const RowSorting&) const = default;
};

// Which rows are shown, and in which order.
struct RowChoice {
    SearchQuery query;
    MemoryFilter filter;
    std::optional<EventRange> within; // only what is in it
    std::optional<RowSorting> sorting; // none: the order of the source
};

// The rows of a source that are shown, in their order. Immutable once made.
class RowOrder {
public:
    RowOrder() = default; // of an empty source
    // All rows, as they come: costs nothing however many they are.
    static RowOrder allOf(const RowSource& source);
    // These rows.
    static RowOrder of(std::vector<std::uint32_t> rows);

    bool isEveryRow() const { return m_isAll; } // as they come
    std::size_t size() const { return m_isAll ? m_count : m_rows.size(); }
    // The source's row that is shown at a place.
    std::size_t row(std::size_t place) const { return m_isAll ? place : m_rows[place]; }
    // The place at which a row is shown; none: it is not. In time that grows with the rows shown.
    std::optional<std::size_t> placeOf(std::size_t row) const;

private:
    std::vector<std::uint32_t> m_rows;
    std::size_t m_count = 0;
    bool m_isAll = true;
};

// Fails where a term is about a column that the source does not have, or not as words or as numbers.
Expected<void> checkColumns(const RowSource& source, const SearchQuery& query);

// Of a query that found nothing, or left nothing out: which of its texts may have been meant for a column,
// and which columns there are. Empty: none.
std::string likelyMistake(const RowSource& source, const SearchQuery& query);

// The rows that the choice holds, sorted as it says: numbers by value, words by the alphabet, rows alike in
// the order of the source; cells with nothing in them stand last either way. None: stopped. A source of more
// than 4,294,967,295 rows is searched that far. `progress` counts rows looked at.
std::optional<RowOrder> chosenRows(const RowSource& source, const RowChoice& choice,
    const std::stop_token& stop = {}, Progress* progress = nullptr);

} // namespace tidemark
