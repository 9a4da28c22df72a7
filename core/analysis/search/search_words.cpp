// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/search/search_words.h"

#include <algorithm>

namespace tidemark {

namespace {

bool isSpace(char character)
{
    return character == ' ' || character == '\t' || character == '\n' || character == '\r';
}

// Behind the closing mark of a piece that begins at `begin`, where that ends a word; else `begin`.
std::size_t endOfMarked(std::string_view text, std::size_t begin)
{
    for (std::size_t i = begin + 1; i < text.size(); ++i) {
        if (text[i] == '\\')
            ++i;
        else if (text[i] == text[begin] && (i + 1 == text.size() || isSpace(text[i + 1])))
            return i + 1;
    }
    return begin;
}

// Where a mark may stand: at the beginning, behind "-", behind "column:".
bool mayOpen(std::string_view word)
{
    return word.empty() || word == "-" || word.back() == ':';
}

std::vector<std::string> cutAtSpaces(std::string_view text)
{
    std::vector<std::string> words;
    for (std::size_t i = 0; i < text.size();) {
        std::string word;
        while (i < text.size() && !isSpace(text[i])) {
            const bool isMark = text[i] == '"' || text[i] == '/';
            const std::size_t end = isMark && mayOpen(word) ? endOfMarked(text, i) : i;
            word += end > i ? text.substr(i, end - i) : text.substr(i, 1);
            i = end > i ? end : i + 1;
        }
        if (!word.empty())
            words.push_back(std::move(word));
        else
            ++i;
    }
    return words;
}

bool endsWithComparison(std::string_view word)
{
    return word.ends_with('>') || word.ends_with('<') || word.ends_with('=');
}

bool isBareComparison(std::string_view word)
{
    const std::size_t at = word.find_first_of("<>=");
    return at != std::string_view::npos && word.back() >= '0' && word.back() <= '9';
}

bool isUnit(std::string_view word)
{
    static constexpr std::string_view units[] = {"b", "k", "kb", "kib", "m", "mb", "mib", "g", "gb", "gib",
        "t", "tb", "tib", "us", "µs", "ms", "s", "min"};
    return std::find(std::begin(units), std::end(units), lowerCase(word)) != std::end(units);
}

bool isBareNumber(std::string_view word)
{
    return !word.empty() && word.front() >= '0' && word.front() <= '9';
}

} // namespace

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    for (char& character : lower)
        if (character >= 'A' && character <= 'Z')
            character = static_cast<char>(character - 'A' + 'a');
    return lower;
}

std::vector<std::string> searchWords(std::string_view text)
{
    std::vector<std::string> words;
    for (std::string& word : cutAtSpaces(text)) {
        const bool follows = !words.empty()
            && ((endsWithComparison(words.back()) && isBareNumber(word))
                || (isBareComparison(words.back()) && isUnit(word)));
        if (follows)
            words.back() += word;
        else
            words.push_back(std::move(word));
    }
    return words;
}

} // namespace tidemark
