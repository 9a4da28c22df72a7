// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/snapshot/notes.h"

#include "core/base/bytes.h"
#include "core/files/utf8.h"

#include <boost/container_hash/hash.hpp>
#include <fmt/format.h>

namespace tidemark {

namespace {
constexpr std::size_t maxNameLength = 60;
constexpr std::size_t noKind = SIZE_MAX;

std::string shortName(std::string_view name)
{
    std::string text = readableUtf8(name.substr(0, maxNameLength));
    for (char& character : text) {
        if (static_cast<unsigned char>(character) < ' ')
            character = ' ';
    }
    return name.size() > maxNameLength ? text + "..." : text;
}
} // namespace

void Notes::count(std::string_view what)
{
    const auto found = m_byText.find(std::string(what));
    std::size_t kind = found != m_byText.end() ? found->second : noKind;
    if (kind == noKind && m_kinds.size() < maxKinds) {
        kind = m_kinds.size();
        m_kinds.push_back({std::string(what), 0});
        m_byText.emplace(std::string(what), kind);
    }
    ++(kind == noKind ? m_others : m_kinds[kind].times);
}

void Notes::count(
    std::string_view before, std::uint32_t nameId, std::string_view name, std::string_view after)
{
    std::size_t hash = boost::hash_range(before.begin(), before.end());
    boost::hash_range(hash, after.begin(), after.end());
    const std::uint64_t key = (std::uint64_t(nameId) << 32) | (hash & 0xFFFFFFFFU);
    const auto found = m_byName.find(key);
    std::size_t kind = found != m_byName.end() ? found->second : noKind;
    if (kind == noKind && m_kinds.size() < maxKinds) {
        kind = m_kinds.size();
        m_kinds.push_back(
            {fmt::format("{} \"{}\"{}{}", before, shortName(name), after.empty() ? "" : " ", after), 0});
        m_byName.emplace(key, kind);
    }
    ++(kind == noKind ? m_others : m_kinds[kind].times);
}

std::vector<std::string> Notes::sentences() const
{
    std::vector<std::string> result;
    for (const Kind& kind : m_kinds) {
        const auto times = static_cast<std::int64_t>(kind.times);
        result.push_back(times == 1
                ? fmt::format("Passed over: {}.", kind.text)
                : fmt::format("Passed over: {} ({} times).", kind.text, formatExact(times)));
    }
    if (m_others > 0)
        result.push_back(fmt::format(
            "Passed over: {} other things of more kinds.", formatExact(static_cast<std::int64_t>(m_others))));
    return result;
}

} // namespace tidemark
