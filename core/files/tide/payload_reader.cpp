// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/tide/payload_reader.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark::tide {

namespace {

// The bytes of one column or field; `at` becomes null when they do not hold what was asked for.
struct Bytes {
    const std::uint8_t* at;
    const std::uint8_t* end;

    std::uint64_t varint()
    {
        if (at != end && *at < 0x80)
            return *at++;
        return longVarint();
    }

    std::uint64_t longVarint()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; at != nullptr && at != end && shift < 64; shift += 7) {
            const std::uint8_t next = *at++;
            value |= std::uint64_t(next & 0x7fU) << shift;
            // The tenth byte has room for one bit only.
            if (next < 0x80 && (shift < 63 || next < 2))
                return value;
        }
        at = end = nullptr;
        return 0;
    }
};

void readPlain(Bytes& bytes, std::span<std::uint64_t> values)
{
    for (std::uint64_t& value : values)
        value = bytes.varint();
}

void readDifferences(Bytes& bytes, std::span<std::uint64_t> values)
{
    std::uint64_t before = 0;
    for (std::uint64_t& value : values) {
        before += unzigzag(bytes.varint());
        value = before;
    }
}

void readSingleBytes(Bytes& bytes, std::span<std::uint64_t> values)
{
    if (static_cast<std::size_t>(bytes.end - bytes.at) < values.size()) {
        bytes.at = bytes.end = nullptr;
        return;
    }
    std::copy_n(bytes.at, values.size(), values.begin());
    bytes.at += values.size();
}

void readRecent(Bytes& bytes, std::span<std::uint64_t> values)
{
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::uint64_t distance = bytes.varint();
        if (distance == 0) {
            before += unzigzag(bytes.varint());
        } else if (distance <= i) {
            before = values[i - distance];
        } else {
            bytes.at = bytes.end = nullptr;
            return;
        }
        values[i] = before;
    }
}

bool readValues(Coding coding, Bytes& bytes, std::span<std::uint64_t> values)
{
    switch (coding) {
    case Coding::Equal:
        std::fill(values.begin(), values.end(), bytes.varint());
        break;
    case Coding::Plain:
        readPlain(bytes, values);
        break;
    case Coding::Differences:
        readDifferences(bytes, values);
        break;
    case Coding::Bytes:
        readSingleBytes(bytes, values);
        break;
    case Coding::Recent:
        readRecent(bytes, values);
        break;
    default:
        return false;
    }
    // All of the column's bytes, and no more than them.
    return bytes.at != nullptr && bytes.at == bytes.end;
}

} // namespace

void PayloadReader::refuse(std::string problem)
{
    if (m_problem.empty())
        m_problem = std::move(problem);
    m_at = m_end;
}

std::uint8_t PayloadReader::byte()
{
    if (m_at == m_end) {
        refuse("it ends too early");
        return 0;
    }
    return *m_at++;
}

std::uint64_t PayloadReader::varint()
{
    Bytes bytes{m_at, m_end};
    const std::uint64_t value = bytes.varint();
    if (bytes.at == nullptr) {
        refuse("it ends too early, or a number is too long");
        return 0;
    }
    m_at = bytes.at;
    return value;
}

std::uint64_t PayloadReader::varint(std::uint64_t most, std::string_view what)
{
    const std::uint64_t value = varint();
    if (value <= most)
        return value;
    refuseLarge(value, most, what);
    return 0;
}

std::string_view PayloadReader::raw(std::uint64_t length)
{
    if (length > static_cast<std::uint64_t>(m_end - m_at)) {
        refuse(fmt::format("a text of {} bytes is longer than what is left of it", length));
        return {};
    }
    const std::string_view result(reinterpret_cast<const char*>(m_at), length);
    m_at += length;
    return result;
}

std::string_view PayloadReader::text()
{
    return raw(varint());
}

std::size_t PayloadReader::rows()
{
    const std::uint64_t value = varint();
    if (value <= maxRows && value <= m_payloadLength * maxRowsPerByte)
        return value;
    refuse(fmt::format("it declares {} records, too many for its length", value));
    return 0;
}

std::span<const std::uint64_t> PayloadReader::columnWords(std::size_t count, std::string_view what)
{
    const auto coding = static_cast<Coding>(byte());
    const std::uint64_t length = varint();
    if (ok() && length > static_cast<std::uint64_t>(m_end - m_at))
        refuse(fmt::format("its column \"{}\" is cut off", what));
    if (!ok())
        return {};
    m_words.resize(count);
    Bytes bytes{m_at, m_at + length};
    if (!readValues(coding, bytes, m_words)) {
        refuse(fmt::format("its column \"{}\" does not hold {} values", what, count));
        return {};
    }
    m_at += length;
    return m_words;
}

void PayloadReader::refuseLarge(std::uint64_t value, std::uint64_t most, std::string_view what)
{
    refuse(fmt::format("{} {} is beyond {}", what, value, most));
}

} // namespace tidemark::tide
