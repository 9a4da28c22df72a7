// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/strong_index.h"
#include "core/files/tide/tide_format.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark::tide {

// Reads the content of one frame field by field. After something that does not fit, every field is empty and
// `problem` says what it was; check once at the end.
class PayloadReader {
public:
    PayloadReader(std::span<const std::uint8_t> content, std::size_t payloadLength)
        : m_at(content.data())
        , m_end(content.data() + content.size())
        , m_payloadLength(payloadLength)
    { }

    bool ok() const { return m_problem.empty(); }
    const std::string& problem() const { return m_problem; }
    void refuse(std::string problem); // the first one stays

    std::uint8_t byte();
    std::uint64_t varint();
    std::uint64_t varint(std::uint64_t most, std::string_view what); // at most `most`
    std::int64_t signedVarint() { return static_cast<std::int64_t>(unzigzag(varint())); }
    std::string_view text(); // valid as long as the content
    std::string_view raw(std::uint64_t length);
    // A number of rows or other records, within the format's limits.
    std::size_t rows();

    // One column of `count` rows, each at most `most`.
    template <class T>
    void column(std::vector<T>& values, std::size_t count, std::uint64_t most, std::string_view what)
    {
        const std::span<const std::uint64_t> words = columnWords(count, what);
        std::uint64_t largest = 0;
        values.resize(words.size());
        for (std::size_t i = 0; i < words.size(); ++i) {
            largest = words[i] > largest ? words[i] : largest;
            values[i] = fromWord<T>(words[i]);
        }
        if (largest > most) {
            refuseLarge(largest, most, what);
            values.clear();
        }
    }

private:
    template <class T>
    struct IsIndex : std::false_type { };
    template <class Tag>
    struct IsIndex<StrongIndex<Tag>> : std::true_type { };

    template <class T>
    static T fromWord(std::uint64_t word)
    {
        if constexpr (IsIndex<T>::value)
            return T{static_cast<std::uint32_t>(word)};
        else
            return static_cast<T>(word);
    }

    // Empty after a problem.
    std::span<const std::uint64_t> columnWords(std::size_t count, std::string_view what);
    void refuseLarge(std::uint64_t value, std::uint64_t most, std::string_view what);

    const std::uint8_t* m_at;
    const std::uint8_t* m_end;
    std::size_t m_payloadLength;
    std::string m_problem;
    std::vector<std::uint64_t> m_words;
};

} // namespace tidemark::tide
