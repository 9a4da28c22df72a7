// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/snapshot/file_strings.h"

#include "core/files/utf8.h"

#include <cstring>

namespace tidemark {

namespace {

std::size_t cheapHash(std::string_view text)
{
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    const std::size_t count = std::min<std::size_t>(text.size(), 8);
    std::memcpy(&first, text.data(), count);
    std::memcpy(&last, text.data() + text.size() - count, count);
    const std::uint64_t mixed = (first ^ (last * 0x9E3779B97F4A7C15U) ^ text.size()) * 0xD6E8FEB86659FD93U;
    return static_cast<std::size_t>(mixed >> 40);
}

} // namespace

FileStrings::FileStrings()
{
    for (const std::string_view word : wordTexts)
        add(word, true);
}

TextId FileStrings::intern(std::string_view text, bool stays)
{
    if (text.empty())
        return static_cast<TextId>(Word::Empty);
    TextId& recent = m_recent[cheapHash(text) % recentCount];
    if (m_texts[recent] == text)
        return recent;
    const auto found = m_ids.find(text);
    recent = found != m_ids.end() ? found->second : add(text, stays);
    return recent;
}

TextId FileStrings::add(std::string_view text, bool stays)
{
    if (!stays)
        text = m_copies.emplace_back(text);
    const auto id = static_cast<TextId>(m_texts.size());
    m_texts.push_back(text);
    m_shown.push_back({});
    m_ids.emplace(text, id);
    return id;
}

StringIndex FileStrings::shown(TextId id, RecordingBuilder& builder)
{
    StringIndex& index = m_shown[id];
    if (index.isNone() && !m_texts[id].empty()) {
        const std::string_view text = m_texts[id];
        index = isUtf8(text) ? builder.string(text) : builder.string(readableUtf8(text));
    }
    return index;
}

} // namespace tidemark
