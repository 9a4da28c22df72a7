// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/stream_prelude.h"

#include "core/base/one_line.h"
#include "core/files/tide/tide_format.h"
#include "core/files/utf8.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <string>

namespace tidemark::ui {

namespace {

constexpr std::size_t longestQuote = 160; // bytes of the text that came
constexpr std::size_t enough = 512; // bytes after which a line end is not waited for

bool begins(std::span<const std::byte> head, std::size_t length)
{
    const auto same = [](std::byte found, std::uint8_t expected) { return found == std::byte(expected); };
    return std::equal(
        head.begin(), head.begin() + static_cast<std::ptrdiff_t>(length), tide::magic.begin(), same);
}

// The mark up to its "\r\n", which a terminal has made "\r\r\n".
bool isThroughTerminal(std::span<const std::byte> head)
{
    constexpr std::size_t carriageReturn = 5; // its place in the mark
    static_assert(tide::magic[carriageReturn] == '\r');
    return head.size() > carriageReturn + 1 && begins(head, carriageReturn + 1)
        && head[carriageReturn + 1] == std::byte('\r');
}

// The lines of text in front, as one.
std::string quoted(std::span<const std::byte> head)
{
    std::string text;
    for (const std::byte byte : head) {
        const char character = static_cast<char>(byte);
        if (byte == std::byte(tide::magic[0]) || text.size() == longestQuote)
            break;
        if (!std::isspace(static_cast<unsigned char>(character)))
            text += character;
        else if (!text.empty() && text.back() != ' ')
            text += ' ';
    }
    if (text.ends_with(' '))
        text.pop_back();
    return readableUtf8(oneLine(text));
}

} // namespace

Expected<std::span<const std::byte>> StreamPrelude::pass(std::span<const std::byte> piece)
{
    if (m_isThrough) {
        m_head = {};
        return piece;
    }
    m_head.insert(m_head.end(), piece.begin(), piece.end());
    const std::size_t known = std::min(m_head.size(), tide::magic.size());
    if (begins(m_head, known)) {
        m_isThrough = known == tide::magic.size();
        return m_isThrough ? std::span<const std::byte>(m_head) : std::span<const std::byte>();
    }
    const bool isWhole = m_head.size() >= enough || isThroughTerminal(m_head)
        || std::find(m_head.begin(), m_head.end(), std::byte('\n')) != m_head.end();
    if (isWhole)
        return tl::unexpected(foreignText(m_head));
    return std::span<const std::byte>();
}

Expected<void> StreamPrelude::end()
{
    if (m_isThrough || begins(m_head, std::min(m_head.size(), tide::magic.size())))
        return {};
    return tl::unexpected(foreignText(m_head));
}

Error foreignText(std::span<const std::byte> head)
{
    if (isThroughTerminal(head))
        return {"A terminal lies between this window and the recorder and rewrites what it sends. Leave the "
                "terminal out: ssh, docker and kubectl ask for one with -t, srun with --pty."};
    return {fmt::format("Something else came first: “{}”. What prints that must be silent where there is no "
                        "terminal; often it is an echo in ~/.bashrc there.",
        quoted(head))};
}

} // namespace tidemark::ui
