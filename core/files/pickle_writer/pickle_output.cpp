// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/pickle_writer/pickle_output.h"

#include "core/files/utf8.h"

#include <bit>

namespace tidemark {

namespace {
constexpr std::size_t writtenAtOnce = std::size_t(1) << 20;
constexpr int deepest = 100; // lists and dicts in each other; Python itself gives up at a thousand
} // namespace

PickleOutput::PickleOutput(OutputFile& file)
    : m_file(file)
    , m_bytes("\x80\x04")
{ }

void PickleOutput::little(std::uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i)
        m_bytes.push_back(static_cast<char>(value >> (8 * i)));
}

void PickleOutput::natural(std::uint64_t value)
{
    if (value <= INT64_MAX)
        integer(static_cast<std::int64_t>(value));
    else
        longInteger(value, false);
}

void PickleOutput::integer(std::int64_t value)
{
    if (value >= 0 && value <= UINT8_MAX) {
        put('K');
        little(static_cast<std::uint64_t>(value), 1);
    } else if (value >= 0 && value <= UINT16_MAX) {
        put('M');
        little(static_cast<std::uint64_t>(value), 2);
    } else if (value >= INT32_MIN && value <= INT32_MAX) {
        put('J');
        little(static_cast<std::uint64_t>(value), 4);
    } else {
        longInteger(static_cast<std::uint64_t>(value), value < 0);
    }
}

// Two's complement in as few bytes as hold it with its sign.
void PickleOutput::longInteger(std::uint64_t value, bool isNegative)
{
    const std::uint64_t magnitude = isNegative ? ~value : value;
    const int bytes = static_cast<int>(std::bit_width(magnitude)) / 8 + 1;
    m_bytes += "\x8a";
    m_bytes.push_back(static_cast<char>(bytes));
    little(value, std::min(bytes, 8));
    if (bytes > 8)
        m_bytes.push_back('\0');
}

void PickleOutput::real(double value)
{
    const auto bits = std::bit_cast<std::uint64_t>(value);
    put('G');
    for (int shift = 56; shift >= 0; shift -= 8)
        m_bytes.push_back(static_cast<char>(bits >> shift));
}

void PickleOutput::text(std::string_view text)
{
    const auto [found, isNew] = m_texts.try_emplace(text, m_memoized);
    if (!isNew)
        return recall(found->second);
    const std::string readable = isUtf8(text) ? std::string() : readableUtf8(text);
    const std::string_view written = readable.empty() ? text : readable;
    if (written.size() <= UINT8_MAX) {
        m_bytes += "\x8c";
        little(written.size(), 1);
    } else if (written.size() <= UINT32_MAX) {
        put('X');
        little(written.size(), 4);
    } else {
        m_bytes += "\x8d";
        little(written.size(), 8);
    }
    m_bytes += written;
    memoize();
}

void PickleOutput::pair(std::uint64_t first, std::uint64_t second)
{
    natural(first);
    natural(second);
    m_bytes += "\x86";
}

std::uint32_t PickleOutput::memoize()
{
    m_bytes += "\x94";
    return m_memoized++;
}

void PickleOutput::recall(std::uint32_t number)
{
    const bool isShort = number <= UINT8_MAX;
    put(isShort ? 'h' : 'j');
    little(number, isShort ? 1 : 4);
}

void PickleOutput::json(const Json& value)
{
    json(value, 0);
}

void PickleOutput::json(const Json& value, int depth)
{
    switch (value.type()) {
    case Json::value_t::boolean:
        return boolean(value.get<bool>());
    case Json::value_t::number_integer:
        return integer(value.get<std::int64_t>());
    case Json::value_t::number_unsigned:
        return natural(value.get<std::uint64_t>());
    case Json::value_t::number_float:
        return real(value.get<double>());
    case Json::value_t::string:
        return text(kept(value.get_ref<const std::string&>()));
    case Json::value_t::array:
        if (depth < deepest) {
            emptyList();
            Items items(*this);
            for (const Json& item : value) {
                items.item();
                json(item, depth + 1);
            }
            return;
        }
        break;
    case Json::value_t::object:
        if (depth < deepest) {
            emptyDict();
            beginItems();
            for (const auto& [key, item] : value.items()) {
                text(kept(key));
                json(item, depth + 1);
            }
            return endDict();
        }
        break;
    default:
        break;
    }
    none();
}

std::string_view PickleOutput::kept(const std::string& text)
{
    const auto found = m_texts.find(text);
    return found != m_texts.end() ? found->first : std::string_view(m_copies.emplace_back(text));
}

Expected<void> PickleOutput::flush()
{
    if (m_bytes.size() < writtenAtOnce)
        return {};
    const Expected<void> written = m_file.write(std::as_bytes(std::span(m_bytes)));
    m_bytes.clear();
    return written;
}

Expected<void> PickleOutput::finish()
{
    put('.');
    return m_file.write(std::as_bytes(std::span(m_bytes)));
}

} // namespace tidemark
