// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/container/inflate_source.h"

#include "core/base/bytes.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr int gzipWindow = MAX_WBITS + 16; // zlib checks header, length and checksum
constexpr int bareWindow = -MAX_WBITS;
constexpr std::size_t mostAtOnce = 1U << 30U; // zlib counts in 32 bits
constexpr auto gzipMagic = std::byte(0x1f);

} // namespace

InflateSource::InflateSource(ByteSource& packed, Form form, std::string name, const UnpackLimit& limit)
    : PackedSource(packed, std::move(name), form == Form::Gzip ? "gzip -d" : "unzip", limit)
    , m_form(form)
{
    // Only a wrong version of zlib or the lack of a few kilobytes can make this fail; unpack() then says so.
    inflateInit2(&m_stream, form == Form::Gzip ? gzipWindow : bareWindow);
}

InflateSource::~InflateSource()
{
    inflateEnd(&m_stream);
}

PackedSource::Step InflateSource::unpack(std::span<std::byte> buffer, std::size_t& made)
{
    if (m_isBetweenMembers && !nextMember())
        return Step::Ends;
    const auto packed = packedBytes();
    const auto room = std::min(buffer.size(), mostAtOnce);
    m_stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));
    m_stream.avail_in = static_cast<uInt>(packed.size());
    m_stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    m_stream.avail_out = static_cast<uInt>(room);
    const int result = inflate(&m_stream, Z_NO_FLUSH);
    made = room - m_stream.avail_out;
    take(packed.size() - m_stream.avail_in);
    if (result == Z_STREAM_END)
        return endOfMember();
    if (result == Z_OK || result == Z_BUF_ERROR)
        return m_stream.avail_out > 0 ? Step::NeedsMore : Step::GoesOn;
    return damagedHere();
}

PackedSource::Step InflateSource::endOfMember()
{
    if (m_form == Form::Bare)
        return Step::Ends;
    m_isBetweenMembers = true;
    return Step::GoesOn;
}

// Behind a member another may follow, or zeros that fill a block of a tape. Anything else is passed over.
bool InflateSource::nextMember()
{
    m_isBetweenMembers = false;
    while (!packedBytes().empty() || more()) {
        const auto packed = packedBytes();
        const auto something =
            std::find_if(packed.begin(), packed.end(), [](std::byte byte) { return byte != std::byte(0); });
        take(static_cast<std::size_t>(something - packed.begin()));
        if (something == packed.end())
            continue;
        if (*something == gzipMagic)
            return inflateReset(&m_stream) == Z_OK;
        remark(fmt::format("Something that is not gzip follows in the {} at byte {}: it was passed over",
            name(), formatExact(static_cast<std::int64_t>(packedPosition()))));
        return false;
    }
    return false;
}

} // namespace tidemark
