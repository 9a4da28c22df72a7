// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/reason_sentence.h"

#include "core/base/bytes.h"

#include <utility>

namespace tidemark {

namespace {

std::string exact(std::uint64_t value)
{
    return formatExact(static_cast<std::int64_t>(value));
}

} // namespace

std::string plainText(const ReasonSentence& sentence)
{
    std::string text;
    for (const ReasonPart& part : sentence)
        text += part.text;
    return text;
}

std::string exactText(const ReasonSentence& sentence)
{
    std::string text;
    for (const ReasonPart& part : sentence)
        text += part.names == ReasonPart::Names::Bytes ? exactBytesText(part.value) : part.text;
    return text;
}

std::string exactBytesText(std::uint64_t bytes)
{
    if (bytes < kibibyte)
        return bytes == 1 ? "1 byte" : fmt::format("{} bytes", bytes);
    return fmt::format("{} bytes ({})", exact(bytes), formatBytes(static_cast<std::int64_t>(bytes)));
}

std::string countedText(std::uint64_t count, std::string_view one, std::string_view many)
{
    return fmt::format("{} {}", exact(count), count == 1 ? one : many);
}

SentenceWriter& SentenceWriter::event(std::size_t event)
{
    m_parts.push_back({"event " + exact(event + 1), ReasonPart::Names::Position, event + 1});
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
    m_parts.push_back({formatBytes(static_cast<std::int64_t>(bytes)), ReasonPart::Names::Bytes, bytes});
    return *this;
}

SentenceWriter& SentenceWriter::address(std::uint64_t address, std::string text)
{
    m_parts.push_back({std::move(text), ReasonPart::Names::Address, address});
    return *this;
}

SentenceWriter& SentenceWriter::band(Band band, std::string text)
{
    m_parts.push_back({std::move(text), ReasonPart::Names::Band, static_cast<std::uint64_t>(band)});
    return *this;
}

} // namespace tidemark
