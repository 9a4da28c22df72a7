// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/container/packed_source.h"

#include "core/base/bytes.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

PackedSource::PackedSource(
    ByteSource& packed, std::string name, std::string_view unpackBy, const UnpackLimit& limit)
    : m_packed(packed)
    , m_name(std::move(name))
    , m_unpackBy(unpackBy)
    , m_limit(limit)
{ }

Expected<std::size_t> PackedSource::read(std::span<std::byte> buffer)
{
    std::size_t used = 0;
    while (used < buffer.size() && !m_hasEnded) {
        std::size_t made = 0;
        const Step step = unpack(buffer.subspan(used), made);
        used += made;
        if (!m_limit.allows(m_position + used))
            return UnpackLimit::exceeded(m_unpackBy);
        m_hasEnded = step == Step::Ends || (step == Step::NeedsMore && !more() && endsEarly() == Step::Ends);
    }
    m_position += used;
    if (!m_readError.empty())
        return fail(m_readError);
    return used;
}

std::span<const std::byte> PackedSource::packedBytes() const
{
    return std::span<const std::byte>(m_piece.all()).subspan(m_begin, m_end - m_begin);
}

bool PackedSource::more()
{
    if (m_piece.size() == 0 && !m_piece.resize(pieceSize)) {
        m_readError = "there is no memory left to unpack it.";
        return false;
    }
    const auto rest = packedBytes();
    std::copy(rest.begin(), rest.end(), m_piece.all().begin());
    m_end = rest.size();
    m_begin = 0;
    const auto count = m_packed.read(m_piece.all().subspan(m_end));
    if (!count) {
        m_readError = count.error().message;
        return false;
    }
    m_end += *count;
    return *count > 0;
}

PackedSource::Step PackedSource::damagedHere()
{
    m_flaw = fmt::format(
        "The {} is damaged at byte {}", m_name, formatExact(static_cast<std::int64_t>(packedPosition())));
    m_isCut = true;
    return Step::Ends;
}

PackedSource::Step PackedSource::endsEarly()
{
    m_flaw = fmt::format(
        "The {} ends early, at byte {}", m_name, formatExact(static_cast<std::int64_t>(m_packed.position())));
    m_isCut = true;
    return Step::Ends;
}

void PackedSource::remark(std::string sentence)
{
    if (m_flaw.empty())
        m_flaw = std::move(sentence);
}

} // namespace tidemark
