// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/content.h"

#include <algorithm>

namespace tidemark {

namespace {

constexpr std::size_t pieceSize = 16 * 1024 * 1024;

tl::unexpected<Error> noMemory()
{
    return fail("it does not fit into this computer's memory.");
}

} // namespace

Expected<Content> Content::begin(ByteSource& source, std::size_t wanted)
{
    Content content(source);
    if (!content.m_head.resize(wanted))
        return noMemory();
    const auto size = source.read(content.m_head.all());
    if (!size)
        return tl::unexpected(size.error());
    content.m_headSize = *size;
    content.m_isWholeInHead = *size < wanted;
    return content;
}

Expected<std::size_t> Content::read(std::span<std::byte> buffer)
{
    std::size_t used = 0;
    if (m_position < m_headSize) {
        const auto rest = head().subspan(static_cast<std::size_t>(m_position));
        used = std::min(rest.size(), buffer.size());
        std::copy_n(rest.begin(), used, buffer.begin());
    }
    if (used < buffer.size() && !m_isWholeInHead) {
        const auto more = m_source->read(buffer.subspan(used));
        if (!more)
            return more;
        used += *more;
    }
    m_position += used;
    return used;
}

Expected<std::span<const std::byte>> Content::whole(const std::stop_token& stop)
{
    std::size_t used = m_headSize;
    // One byte more than the file should have shows that it has no more.
    std::size_t room = std::max<std::size_t>(static_cast<std::size_t>(size()), used) + 1;
    bool isAtEnd = m_isWholeInHead;
    while (!isAtEnd) {
        if (stop.stop_requested())
            return fail("opening was cancelled.");
        if (!m_head.resize(std::max(room, used + used / 2)))
            return noMemory();
        const std::size_t piece = std::min(m_head.size() - used, pieceSize);
        const auto more = m_source->read(m_head.all().subspan(used, piece));
        if (!more)
            return tl::unexpected(more.error());
        used += *more;
        isAtEnd = *more < piece;
        room = used < m_head.size() ? m_head.size() : used + 1;
    }
    m_position = used;
    return std::span<const std::byte>(m_head.all().first(used));
}

} // namespace tidemark
