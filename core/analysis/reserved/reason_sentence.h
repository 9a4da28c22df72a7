// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/reserved/band.h"
#include "core/base/bytes.h"

#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// A piece of a sentence, and what it names.
struct ReasonPart {
    enum class Names : std::uint8_t {
        Nothing,
        Position, // value: the moment just after an event, see DeviceHistory
        Address, // value: within a block at the moment that was searched
        Bytes, // value: exact; no text, words() has it in the units that are wanted
        Band, // value: a Band; the words that the sentence is about
    };

    std::string text;
    Names names = Names::Nothing;
    std::uint64_t value = 0;

    std::string words(ByteUnits units) const;
};

using ReasonSentence = std::vector<ReasonPart>;

std::string plainText(const ReasonSentence& sentence, ByteUnits units = ByteUnits::Binary);
// The same, with every figure to the last byte: "585,105,408 bytes (558 MiB)" for "558 MiB".
std::string exactText(const ReasonSentence& sentence, ByteUnits units = ByteUnits::Binary);

// "20,971,520 bytes (20.0 MiB)".
std::string exactBytesText(std::uint64_t bytes, ByteUnits units = ByteUnits::Binary);
// "1 block", "2,000 blocks".
std::string countedText(std::uint64_t count, std::string_view one, std::string_view many);

// A sentence as it is put together. Events are counted from one.
class SentenceWriter {
public:
    template <class... Arguments>
    SentenceWriter& say(fmt::format_string<Arguments...> format, Arguments&&... arguments)
    {
        m_parts.push_back({fmt::format(format, std::forward<Arguments>(arguments)...)});
        return *this;
    }
    SentenceWriter& event(std::size_t event);
    // "event 9,157": the moment just after an event; "before the first event" for position 0.
    SentenceWriter& position(std::size_t position);
    SentenceWriter& address(std::uint64_t address);
    SentenceWriter& address(std::uint64_t address, std::string_view text); // by other words
    SentenceWriter& bytes(std::uint64_t bytes); // "558 MiB"
    SentenceWriter& band(Band band, std::string_view text);
    ReasonSentence parts() const { return m_parts; }

private:
    SentenceWriter& name(std::string_view text, ReasonPart::Names names, std::uint64_t value);

    ReasonSentence m_parts;
};

} // namespace tidemark
