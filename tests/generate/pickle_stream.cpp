// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/generate/pickle_stream.h"

#include <bit>

namespace tidemark::tests {

namespace {
constexpr std::size_t frameSize = 65536;
constexpr std::size_t batchSize = 1000;
} // namespace

PickleStream::PickleStream(std::FILE* file)
    : m_file(file)
{
    std::fputs("\x80\x04", file);
}

// Frames end between instructions.
void PickleStream::code(char opcode)
{
    if (m_frame.size() >= frameSize)
        writeFrame();
    m_frame.push_back(opcode);
}

void PickleStream::little(std::uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i)
        m_frame.push_back(static_cast<char>(value >> (8 * i)));
}

void PickleStream::writeFrame()
{
    std::string content;
    content.swap(m_frame);
    m_frame.push_back('\x95');
    little(content.size(), 8);
    std::fwrite(m_frame.data(), 1, m_frame.size(), m_file);
    std::fwrite(content.data(), 1, content.size(), m_file);
    m_frame.clear();
}

PickleStream::Memo PickleStream::memoize()
{
    code('\x94');
    return m_nextMemo++;
}

void PickleStream::reference(Memo memo)
{
    code(memo < 256 ? 'h' : 'j');
    little(memo, memo < 256 ? 1 : 4);
}

void PickleStream::text(std::string_view text)
{
    const auto known = m_texts.find(std::string(text));
    if (known != m_texts.end())
        return reference(known->second);
    code(text.size() < 256 ? '\x8c' : 'X');
    little(text.size(), text.size() < 256 ? 1 : 4);
    m_frame += text;
    m_texts.emplace(text, memoize());
}

void PickleStream::number(std::uint64_t value)
{
    if (value <= INT32_MAX) {
        const int bytes = value < 256 ? 1 : value < 65536 ? 2 : 4;
        code(bytes == 1 ? 'K' : bytes == 2 ? 'M' : 'J');
        return little(value, bytes);
    }
    const int bytes = static_cast<int>(std::bit_width(value)) / 8 + 1; // with room for the sign
    code('\x8a');
    little(static_cast<std::uint64_t>(bytes), 1);
    little(value, bytes < 9 ? bytes : 8);
    if (bytes == 9)
        little(0, 1);
}

void PickleStream::real(double value)
{
    code('G');
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (int i = 7; i >= 0; --i)
        little(bits >> (8 * i), 1);
}

PickleStream::Memo PickleStream::beginDict()
{
    code('}');
    const Memo memo = memoize();
    code('(');
    return memo;
}

PickleStream::Memo PickleStream::beginList()
{
    code(']');
    m_items.push_back(0);
    return memoize();
}

void PickleStream::nextItem()
{
    if (m_items.back() == batchSize) {
        code('e');
        m_items.back() = 0;
    }
    if (m_items.back()++ == 0)
        code('(');
}

void PickleStream::endList()
{
    if (m_items.back() > 0)
        code('e');
    m_items.pop_back();
}

void PickleStream::pair(std::uint64_t first, std::uint64_t second)
{
    number(first);
    number(second);
    code('\x86');
    (void)memoize();
}

void PickleStream::end()
{
    code('.');
    writeFrame();
    std::fflush(m_file);
}

} // namespace tidemark::tests
