// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/pickle_writer/pickle_output.h"
#include "core/trace/recording.h"

#include <initializer_list>

namespace tidemark {

// The JSON objects of Frame::extra and Context::extra, parsed. Events share few of them, which stay parsed.
class ExtraKeys {
public:
    using Json = PickleOutput::Json;

    explicit ExtraKeys(const StringTable& strings)
        : m_strings(strings)
    { }

    // An object, empty where the text is none or not one; valid until the next call.
    const Json& of(StringIndex extra);

    // The value of a key, or null.
    static const Json* find(const Json& extra, std::string_view key);
    // Writes the keys and values but those that were written already.
    static void putOthers(
        PickleOutput& out, const Json& extra, std::initializer_list<std::string_view> written);

private:
    const StringTable& m_strings;
    Json m_long = Json::object(); // the newest that is too long to stay
    std::deque<Json> m_parsed = {Json::object()};
    boost::unordered_flat_map<std::uint32_t, const Json*> m_short;
};

} // namespace tidemark
