// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/pickle_writer/extra_keys.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr std::size_t longestThatStays = 256;
constexpr std::size_t mostThatStay = 10'000;

PickleOutput::Json parsed(std::string_view text)
{
    auto json = PickleOutput::Json::parse(text, nullptr, false);
    return json.is_object() ? json : PickleOutput::Json::object();
}

} // namespace

const ExtraKeys::Json& ExtraKeys::of(StringIndex extra)
{
    if (extra.isNone())
        return m_parsed.front();
    const auto found = m_short.find(extra.value);
    if (found != m_short.end())
        return *found->second;
    const std::string_view text = m_strings[extra];
    if (text.size() > longestThatStays || m_parsed.size() > mostThatStay)
        return m_long = parsed(text);
    m_parsed.push_back(parsed(text));
    m_short.emplace(extra.value, &m_parsed.back());
    return m_parsed.back();
}

const ExtraKeys::Json* ExtraKeys::find(const Json& extra, std::string_view key)
{
    const auto found = extra.find(key);
    return found != extra.end() ? &*found : nullptr;
}

void ExtraKeys::putOthers(
    PickleOutput& out, const Json& extra, std::initializer_list<std::string_view> written)
{
    for (const auto& [key, value] : extra.items()) {
        if (std::find(written.begin(), written.end(), key) != written.end())
            continue;
        out.json(Json(key));
        out.json(value);
    }
}

} // namespace tidemark
