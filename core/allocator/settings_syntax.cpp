// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/settings_syntax.h"

#include <fmt/format.h>
#include <optional>

namespace tidemark {

namespace {

std::string withoutSpaces(std::string_view text)
{
    std::string result;
    for (const char character : text)
        if (std::string_view(" \t\n\r\v\f").find(character) == std::string_view::npos)
            result.push_back(character);
    return result;
}

// The pieces between the commas that stand outside brackets; nothing when the brackets do not match.
std::optional<std::vector<std::string_view>> splitAtCommas(std::string_view text)
{
    std::vector<std::string_view> pieces;
    bool inList = false;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '[' || text[i] == ']') {
            if (inList == (text[i] == '['))
                return std::nullopt;
            inList = !inList;
        } else if (text[i] == ',' && !inList) {
            pieces.push_back(text.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    if (inList)
        return std::nullopt;
    if (begin < text.size())
        pieces.push_back(text.substr(begin));
    return pieces;
}

Expected<std::vector<SettingsEntry>> splitPlain(std::string_view text)
{
    const auto pieces = splitAtCommas(text);
    if (!pieces)
        return fail(fmt::format("The brackets in the allocator settings \"{}\" do not match.", text));
    std::vector<SettingsEntry> entries;
    for (const std::string_view piece : *pieces) {
        const std::size_t colon = piece.find(':');
        if (colon == std::string_view::npos || colon == 0 || colon + 1 == piece.size())
            return fail(fmt::format(
                "\"{}\" is no allocator setting: settings are written key:value,key:value.", piece));
        entries.push_back({std::string(piece.substr(0, colon)), std::string(piece.substr(colon + 1))});
    }
    return entries;
}

} // namespace

Expected<std::vector<SettingsEntry>> splitSettings(std::string_view conf)
{
    return splitPlain(withoutSpaces(conf));
}

Expected<std::vector<SettingsEntry>> splitSettingsList(std::string_view list)
{
    if (list.size() < 2 || list.front() != '[' || list.back() != ']')
        return fail(fmt::format("\"{}\" is no list: lists are written [key:value,key:value].", list));
    return splitPlain(list.substr(1, list.size() - 2));
}

} // namespace tidemark
