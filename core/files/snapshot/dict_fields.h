// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/snapshot/value.h"
#include "core/files/snapshot/words.h"

#include <array>
#include <initializer_list>
#include <span>

namespace tidemark {

// The items of one dict by key, for the keys that are Words. Filled again and again without being cleared:
// only the slots whose bit is set count.
class DictFields {
public:
    // Key, value, key, value...; a later value of the same key wins, as in Python.
    void clear() { m_present = 0; }
    void set(Word key, const Value& value)
    {
        m_present |= bit(key);
        m_values[static_cast<std::size_t>(key)] = value;
    }

    bool has(Word key) const { return (m_present & bit(key)) != 0; }
    std::uint64_t present() const { return m_present; }
    bool hasAny(std::uint64_t bits) const { return (m_present & bits) != 0; }
    Value at(Word key) const { return has(key) ? m_values[static_cast<std::size_t>(key)] : Value(); }

    static constexpr std::uint64_t bit(Word key) { return std::uint64_t(1) << static_cast<unsigned>(key); }
    static constexpr std::uint64_t bits(std::initializer_list<Word> keys)
    {
        std::uint64_t result = 0;
        for (const Word key : keys)
            result |= bit(key);
        return result;
    }

private:
    std::uint64_t m_present = 0;
    std::array<Value, keyCount> m_values;
};

} // namespace tidemark
