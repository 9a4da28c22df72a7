// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace tidemark::tests {

// Writes pickles opcode by opcode, whole ones and broken ones. Nothing is stored in the memo unless asked.
class PickleWriter {
public:
    PickleWriter& raw(std::string_view bytes)
    {
        m_bytes.append(bytes.data(), static_cast<qsizetype>(bytes.size()));
        return *this;
    }
    PickleWriter& text(std::string_view text) { return raw("X").little(text.size(), 4).raw(text); }
    PickleWriter& number(std::uint64_t value) { return raw("\x8a\x09").little(value, 8).raw({"\0", 1}); }
    PickleWriter& little(std::uint64_t value, int bytes)
    {
        for (int i = 0; i < bytes; ++i)
            m_bytes.append(static_cast<char>(value >> (8 * i)));
        return *this;
    }
    // An event with the keys that matter; `more` goes in front of the closing SETITEMS.
    PickleWriter& event(
        std::string_view action, std::uint64_t address, std::uint64_t size, std::string_view more = {})
    {
        raw("}(").text("action").text(action).text("addr").number(address).text("size").number(size);
        return raw(more).raw("u");
    }

    const QByteArray& bytes() const { return m_bytes; }

private:
    QByteArray m_bytes;
};

} // namespace tidemark::tests
