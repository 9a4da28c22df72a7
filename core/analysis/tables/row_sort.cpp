// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/tables/row_sort.h"

#include "core/analysis/search/search_words.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace tidemark {

namespace {

constexpr std::size_t rowsBetweenStops = 1 << 16;

// Of each text its place in the alphabet; equal texts share one.
std::vector<std::uint64_t> alphabet(const RowSource& source, std::size_t column)
{
    std::vector<std::string> texts;
    texts.reserve(source.textCount(column));
    for (std::uint64_t number = 0; number < source.textCount(column); ++number)
        texts.push_back(lowerCase(source.text(column, number)));
    std::vector<std::uint32_t> sorted(texts.size());
    std::iota(sorted.begin(), sorted.end(), std::uint32_t(0));
    std::sort(sorted.begin(), sorted.end(),
        [&texts](std::uint32_t left, std::uint32_t right) { return texts[left] < texts[right]; });
    std::vector<std::uint64_t> places(texts.size());
    std::uint64_t place = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        if (i > 0 && texts[sorted[i]] != texts[sorted[i - 1]])
            ++place;
        // Where nothing is told stands last, as empty cells do.
        places[sorted[i]] = texts[sorted[i]].empty() ? RowSource::nothing : place;
    }
    return places;
}

// What to sort the rows by, rising. False: stopped.
bool sortKeys(const RowSource& source, const RowSorting& sorting, const std::vector<std::uint32_t>& rows,
    std::vector<std::uint64_t>& keys, const std::stop_token& stop)
{
    const bool isWords = source.columns()[sorting.column].kind == CellKind::Words;
    const std::vector<std::uint64_t> places =
        isWords ? alphabet(source, sorting.column) : std::vector<std::uint64_t>();
    keys.resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i % rowsBetweenStops == 0 && stop.stop_requested())
            return false;
        std::uint64_t key = source.value(rows[i], sorting.column);
        if (isWords && key != RowSource::nothing)
            key = places[key];
        keys[i] = sorting.isDescending && key != RowSource::nothing ? RowSource::nothing - 1 - key : key;
    }
    return true;
}

// One pass of a radix sort, which keeps the order of rows whose digit is one.
struct RadixPass {
    static constexpr unsigned bits = 11;
    static constexpr std::size_t digits = std::size_t(1) << bits;

    unsigned shift = 0;

    std::size_t digit(std::uint64_t key) const { return (key >> shift) & (digits - 1); }

    // Where the first row of each digit belongs. Empty: all have one, and nothing is to be done.
    std::vector<std::size_t> starts(const std::vector<std::uint64_t>& keys) const
    {
        std::vector<std::size_t> counts(digits, 0);
        for (const std::uint64_t key : keys)
            ++counts[digit(key)];
        if (keys.empty() || counts[digit(keys.front())] == keys.size())
            return {};
        std::exclusive_scan(counts.begin(), counts.end(), counts.begin(), std::size_t(0));
        return counts;
    }
};

} // namespace

bool sortRows(const RowSource& source, const RowSorting& sorting, std::vector<std::uint32_t>& rows,
    const std::stop_token& stop)
{
    std::vector<std::uint64_t> keys;
    if (!sortKeys(source, sorting, rows, keys, stop))
        return false;
    std::vector<std::uint64_t> sortedKeys(keys.size());
    std::vector<std::uint32_t> sortedRows(rows.size());
    for (RadixPass pass; pass.shift < 64; pass.shift += RadixPass::bits) {
        std::vector<std::size_t> next = pass.starts(keys);
        for (std::size_t i = 0; !next.empty() && i < keys.size(); ++i) {
            if (i % rowsBetweenStops == 0 && stop.stop_requested())
                return false;
            const std::size_t target = next[pass.digit(keys[i])]++;
            sortedKeys[target] = keys[i];
            sortedRows[target] = rows[i];
        }
        if (next.empty())
            continue;
        keys.swap(sortedKeys);
        rows.swap(sortedRows);
    }
    return true;
}

} // namespace tidemark
