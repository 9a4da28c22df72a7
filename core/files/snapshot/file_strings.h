// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/snapshot/words.h"
#include "core/trace/recording_builder.h"

#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

using TextId = std::uint32_t;

// The distinct texts of a file, most of them left where they are in the file's bytes. The first ids are the
// Words. A text reaches the recording only when something in the recording needs it.
class FileStrings {
public:
    FileStrings();

    // `stays`: the bytes stay valid as long as this table; else they are copied when new.
    TextId intern(std::string_view text, bool stays);
    std::size_t size() const { return m_texts.size(); }
    std::string_view operator[](TextId id) const { return m_texts[id]; }

    // The text in the recording's table, as valid UTF-8.
    StringIndex shown(TextId id, RecordingBuilder& builder);

private:
    TextId add(std::string_view text, bool stays);

    static constexpr std::size_t recentCount = 1024;

    std::vector<std::string_view> m_texts;
    std::vector<StringIndex> m_shown; // by TextId; none: not asked for yet
    std::deque<std::string> m_copies;
    boost::unordered_flat_map<std::string_view, TextId> m_ids;
    std::array<TextId, recentCount> m_recent{}; // by a cheap hash: the same few texts come again and again
};

} // namespace tidemark
