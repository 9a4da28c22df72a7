// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tidemark {

// A text, or a regular expression, that a row's words must hold; upper and lower case are one.
class TextTerm {
public:
    static TextTerm ofText(std::string_view column, std::string_view text);
    // Fails where the pattern is none.
    static Expected<TextTerm> ofPattern(std::string_view column, const std::string& pattern);

    // The key of the only column that is looked at; empty: every column of words.
    const std::string& column() const { return m_column; }
    // "foo" of "foo:bar", a text whose beginning may have been meant as a column; empty: of no other text.
    const std::string& likelyColumn() const { return m_likelyColumn; }
    void setLikelyColumn(std::string_view name) { m_likelyColumn = name; }
    bool isIn(std::string_view text) const;

private:
    struct Pattern;

    std::string m_column;
    std::string m_likelyColumn;
    std::string m_text; // in lower case
    std::shared_ptr<const Pattern> m_pattern; // null: a text
};

// What holds this address.
struct AddressTerm {
    std::uint64_t address = 0;
};

// A column of numbers that lies between two values, both inside.
struct RangeTerm {
    std::string column = "size";
    std::uint64_t least = 0;
    std::uint64_t most = UINT64_MAX;
};

struct SearchTerm {
    bool isExcluded = false; // the row must not be so
    std::variant<TextTerm, AddressTerm, RangeTerm> what;
};

// What rows of a table are searched for: all terms hold. No terms: every row is found.
struct SearchQuery {
    std::vector<SearchTerm> terms;

    bool isEmpty() const { return terms.empty(); }
};

// How people's events are counted: from one where they read words, from zero where they write scripts.
enum class EventsCount : std::uint8_t { FromZero, FromOne };

// Terms parted by spaces, each one of
//   linear, "two words"        a text, in any column of words
//   where:linear               in that column only
//   /conv[12]d/, where:/^aten/ a regular expression
//   0x7f31c2000000             whatever holds this address
//   >20MiB, <=1g, =512         a size in bytes
//   1MiB..4MiB, ..512          between two, both inside
//   requested>1MiB, life>=100, life:1ms..2s, event:1000..2000
//                              another column: life in events, or with a unit in time. Whether a table has
//                              the column is told by checkColumns(). Numbers may be grouped: event:12,345
//   -TERM                      not so
Expected<SearchQuery> parseQuery(std::string_view text, EventsCount events = EventsCount::FromOne);

// The same in a few lines, for people.
std::string_view queryHelp();

} // namespace tidemark
