// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/row_search.h"

#include <algorithm>
#include <memory>

namespace tidemark {

namespace {

// Whether the texts of one column hold a text: each is looked at once, when a row first needs it.
class KnownTexts {
public:
    KnownTexts(const RowSource& source, std::size_t column, const TextTerm& term)
        : m_source(source)
        , m_column(column)
        , m_term(term)
        , m_known(source.textCount(column), Unknown)
    { }

    bool holds(std::size_t row)
    {
        const std::uint64_t number = m_source.value(row, m_column);
        if (number == RowSource::nothing)
            return false;
        std::uint8_t& known = m_known[number];
        if (known == Unknown)
            known = m_term.isIn(m_source.searchedText(m_column, number)) ? Yes : No;
        return known == Yes;
    }

private:
    enum : std::uint8_t { Unknown, No, Yes };

    const RowSource& m_source;
    std::size_t m_column;
    const TextTerm& m_term;
    std::vector<std::uint8_t> m_known; // by text
};

// One term, made ready for a table.
class RowTest {
public:
    RowTest(const RowSource& source, const SearchTerm& term)
        : m_source(source)
        , m_isExcluded(term.isExcluded)
    {
        if (const auto* text = std::get_if<TextTerm>(&term.what)) {
            const auto columns = source.columns();
            for (std::size_t i = 0; i < columns.size(); ++i) {
                const bool isMeant = text->column().empty() || text->column() == columns[i].key;
                if (columns[i].kind == CellKind::Words && isMeant)
                    m_texts.emplace_back(source, i, *text);
            }
        } else if (const auto* range = std::get_if<RangeTerm>(&term.what)) {
            m_range = *range;
            m_column = columnNamed(source, range->column);
        } else {
            m_address = std::get<AddressTerm>(term.what).address;
        }
    }

    bool isMet(std::size_t row) { return holds(row) != m_isExcluded; }

private:
    bool holds(std::size_t row)
    {
        if (m_address) {
            const auto range = m_source.addresses(row);
            return range && range->holds(*m_address);
        }
        if (m_column) {
            const std::uint64_t value = m_source.value(row, *m_column);
            return value != RowSource::nothing && value >= m_range.least && value <= m_range.most;
        }
        return std::any_of(
            m_texts.begin(), m_texts.end(), [row](KnownTexts& texts) { return texts.holds(row); });
    }

    const RowSource& m_source;
    bool m_isExcluded = false;
    std::vector<KnownTexts> m_texts;
    RangeTerm m_range;
    std::optional<std::size_t> m_column;
    std::optional<std::uint64_t> m_address;
};

// Numbers before texts: they are looked up faster.
std::vector<RowTest> testsOf(const RowSource& source, const SearchQuery& query)
{
    std::vector<RowTest> tests;
    tests.reserve(query.terms.size());
    for (const bool areTexts : {false, true})
        for (const SearchTerm& term : query.terms)
            if (std::holds_alternative<TextTerm>(term.what) == areTexts)
                tests.emplace_back(source, term);
    return tests;
}

} // namespace

bool findRows(const RowSource& source, const SearchQuery& query, const MemoryFilter& filter,
    const std::optional<EventRange>& within, std::vector<std::uint32_t>& rows, const std::stop_token& stop,
    Progress* progress)
{
    constexpr std::size_t rowsBetweenLooks = 1 << 16;
    std::vector<RowTest> tests = testsOf(source, query);
    const std::size_t count = std::min<std::size_t>(source.size(), UINT32_MAX);
    if (progress)
        progress->total = count;
    const std::vector<bool> heldRows = filter.isAll() ? std::vector<bool>() : source.heldRows(filter, stop);
    const auto isShown = [&](std::size_t row) {
        if (within && !source.isIn(row, *within))
            return false;
        return filter.isAll() || (heldRows.empty() ? source.isHeldBy(row, filter) : heldRows[row]);
    };
    for (std::size_t row = 0; row < count; ++row) {
        if (row % rowsBetweenLooks == 0) {
            if (stop.stop_requested())
                return false;
            if (progress)
                progress->done = row;
        }
        if (isShown(row)
            && std::all_of(tests.begin(), tests.end(), [row](RowTest& test) { return test.isMet(row); }))
            rows.push_back(static_cast<std::uint32_t>(row));
    }
    if (progress)
        progress->done = count;
    return true;
}

} // namespace tidemark
