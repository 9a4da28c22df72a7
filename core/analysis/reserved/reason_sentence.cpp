// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reserved/reason_sentence.h"

#include <algorithm>

namespace tidemark {

std::string ReasonPart::words(ByteUnits units) const
{
    return names == Names::Bytes ? formatBytes(static_cast<std::int64_t>(value), units) : text;
}

std::string plainText(const ReasonSentence& sentence, ByteUnits units)
{
    std::string text;
    for (const ReasonPart& part : sentence)
        text += part.words(units);
    return text;
}

std::string exactText(const ReasonSentence& sentence, ByteUnits units)
{
    std::string text;
    for (const ReasonPart& part : sentence)
        text += part.names == ReasonPart::Names::Bytes ? exactBytesText(part.value, units) : part.text;
    return text;
}

std::string exactBytesText(std::uint64_t bytes, ByteUnits units)
{
    if (static_cast<double>(bytes) < unitFactor(units))
        return bytes == 1 ? "1 byte" : fmt::format("{} bytes", bytes);
    return fmt::format(
        "{} bytes ({})", formatCount(bytes), formatBytes(static_cast<std::int64_t>(bytes), units));
}

std::string countedText(std::uint64_t count, std::string_view one, std::string_view many)
{
    return fmt::format("{} {}", formatCount(count), count == 1 ? one : many);
}

SentenceWriter& SentenceWriter::event(std::size_t event)
{
    m_parts.push_back({"event " + formatCount(event + 1), ReasonPart::Names::Position, event + 1});
    return *this;
}

SentenceWriter& SentenceWriter::position(std::size_t position)
{
    if (position > 0)
        return event(position - 1);
    m_parts.push_back({"before the first event", ReasonPart::Names::Position, 0});
    return *this;
}

SentenceWriter& SentenceWriter::address(std::uint64_t address)
{
    m_parts.push_back({formatAddress(address), ReasonPart::Names::Address, address});
    return *this;
}

SentenceWriter& SentenceWriter::bytes(std::uint64_t bytes)
{
    m_parts.push_back({{}, ReasonPart::Names::Bytes, bytes});
    return *this;
}

SentenceWriter& SentenceWriter::address(std::uint64_t address, std::string_view text)
{
    return name(text, ReasonPart::Names::Address, address);
}

SentenceWriter& SentenceWriter::band(Band band, std::string_view text)
{
    return name(text, ReasonPart::Names::Band, static_cast<std::uint64_t>(band));
}

// Spaces around the words are no part of what is named.
SentenceWriter& SentenceWriter::name(std::string_view text, ReasonPart::Names names, std::uint64_t value)
{
    const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
    const std::size_t end = text.find_last_not_of(' ') + 1;
    if (first > 0)
        say("{}", text.substr(0, first));
    if (first < end)
        m_parts.push_back({std::string(text.substr(first, end - first)), names, value});
    if (first < end && end < text.size())
        say("{}", text.substr(end));
    return *this;
}

} // namespace tidemark
