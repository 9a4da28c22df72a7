// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/tide/payload_writer.h"

#include <algorithm>

namespace tidemark::tide {

namespace {

constexpr std::size_t varintMost = 10;
constexpr std::size_t recentBits = 15;

std::uint8_t* putVarint(std::uint8_t* out, std::uint64_t value)
{
    while (value >= 0x80) {
        *out++ = static_cast<std::uint8_t>(value | 0x80);
        value >>= 7;
    }
    *out++ = static_cast<std::uint8_t>(value);
    return out;
}

std::size_t hashOf(std::uint64_t value)
{
    return static_cast<std::size_t>((value * 0x9e3779b97f4a7c15U) >> (64 - recentBits));
}

} // namespace

void PayloadWriter::varint(std::uint64_t value)
{
    std::uint8_t buffer[varintMost];
    m_bytes.insert(m_bytes.end(), buffer, putVarint(buffer, value));
}

void PayloadWriter::text(std::string_view text)
{
    varint(text.size());
    raw(text);
}

void PayloadWriter::raw(std::string_view bytes)
{
    m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
}

void PayloadWriter::encodeColumn(ColumnHint hint)
{
    const auto differs = [this](std::uint64_t value) { return value != m_values.front(); };
    if (std::none_of(m_values.begin(), m_values.end(), differs))
        return encodeEqual();
    // A row of coding Recent may be a zero and a varint.
    m_scratch.resize(m_values.size() * (varintMost + 1));
    std::uint8_t* out = m_scratch.data();
    Coding coding = Coding::Plain;
    switch (hint) {
    case ColumnHint::Bytes:
        coding = Coding::Bytes;
        out = std::transform(m_values.begin(), m_values.end(), out,
            [](std::uint64_t value) { return static_cast<std::uint8_t>(value); });
        break;
    case ColumnHint::Small:
        for (const std::uint64_t value : m_values)
            out = putVarint(out, value);
        break;
    case ColumnHint::Growing: {
        coding = Coding::Differences;
        std::uint64_t before = 0;
        for (const std::uint64_t value : m_values) {
            out = putVarint(out, zigzag(value - before));
            before = value;
        }
        break;
    }
    case ColumnHint::Repeating:
        coding = Coding::Recent;
        out = putRecent(out);
        break;
    }
    const auto length = static_cast<std::size_t>(out - m_scratch.data());
    byte(static_cast<std::uint8_t>(coding));
    varint(length);
    m_bytes.insert(m_bytes.end(), m_scratch.data(), out);
}

void PayloadWriter::encodeEqual()
{
    std::uint8_t buffer[varintMost];
    const std::uint8_t* end = putVarint(buffer, m_values.empty() ? 0 : m_values.front());
    byte(static_cast<std::uint8_t>(Coding::Equal));
    varint(static_cast<std::size_t>(end - buffer));
    m_bytes.insert(m_bytes.end(), static_cast<const std::uint8_t*>(buffer), end);
}

// One entry for each hash: a collision only forgets an older value. Entries of earlier columns stay behind
// m_recentBase, so the table is never cleared.
std::uint8_t* PayloadWriter::putRecent(std::uint8_t* out)
{
    m_recent.resize(std::size_t(1) << recentBits);
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < m_values.size(); ++i) {
        const std::uint64_t value = m_values[i];
        const std::uint64_t row = m_recentBase + i;
        RecentEntry& entry = m_recent[hashOf(value)];
        if (entry.value == value && entry.row >= m_recentBase) {
            out = putVarint(out, row - entry.row);
        } else {
            *out++ = 0;
            out = putVarint(out, zigzag(value - before));
        }
        entry = {value, row};
        before = value;
    }
    m_recentBase += m_values.size();
    return out;
}

} // namespace tidemark::tide
