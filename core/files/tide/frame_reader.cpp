// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/tide/frame_reader.h"

#include <algorithm>
#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>

namespace tidemark::tide {

namespace {

std::uint32_t number(std::span<const std::uint8_t> bytes, std::size_t at, std::size_t count)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; ++i)
        value |= std::uint32_t(bytes[at + i]) << (8 * i);
    return value;
}

bool hasRightChecksum(std::span<const std::uint8_t> frame)
{
    uLong checksum = crc32_z(0, frame.data(), 8);
    checksum = crc32_z(checksum, frame.data() + frameHeaderSize, frame.size() - frameHeaderSize);
    return checksum == number(frame, 8, 4);
}

} // namespace

void FrameReader::FreeContext::operator()(ZSTD_DCtx_s* context) const
{
    ZSTD_freeDCtx(context);
}

FrameReader::FrameReader()
    : m_context(ZSTD_createDCtx())
{ }

FrameReader::~FrameReader() = default;

void FrameReader::feed(std::span<const std::byte> bytes)
{
    m_input = {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
    m_bytesTaken += bytes.size();
}

// The next `length` bytes in one piece, without taking them; fewer when there are no more yet.
std::span<const std::uint8_t> FrameReader::gather(std::size_t length)
{
    if (m_kept.empty())
        return m_input.first(std::min(length, m_input.size()));
    if (m_kept.size() < length) {
        const std::size_t more = std::min(length - m_kept.size(), m_input.size());
        m_kept.insert(m_kept.end(), m_input.begin(), m_input.begin() + static_cast<std::ptrdiff_t>(more));
        m_input = m_input.subspan(more);
    }
    return std::span<const std::uint8_t>(m_kept).first(std::min(length, m_kept.size()));
}

// What gather() showed is done with.
void FrameReader::take(std::size_t length)
{
    if (m_kept.empty())
        m_input = m_input.subspan(length);
    else
        m_keptUsed = length; // handed out: stays until the next call
    m_offset += length;
}

// Bytes of an unfinished frame stay for the next piece.
void FrameReader::keepRest()
{
    m_kept.insert(m_kept.end(), m_input.begin(), m_input.end());
    m_input = {};
}

Expected<bool> FrameReader::readHeader()
{
    const std::span<const std::uint8_t> header = gather(headerSize);
    const std::size_t compared = std::min(header.size(), magic.size());
    if (!std::equal(magic.begin(), magic.begin() + static_cast<std::ptrdiff_t>(compared), header.begin()))
        return fail("This is not a .tide recording: its first bytes are not those of the format.");
    if (header.size() < headerSize)
        return false;
    const std::uint32_t major = number(header, 8, 2);
    if (major != majorVersion)
        return fail(fmt::format(
            "This recording has version {} of the .tide format; this program reads version {}. Open it "
            "with the Tidemark that wrote it, or a newer one.",
            major, majorVersion));
    m_minorVersion = static_cast<std::uint16_t>(number(header, 10, 2));
    take(headerSize);
    m_hasHeader = true;
    return true;
}

Expected<std::optional<FrameView>> FrameReader::next()
{
    releaseTaken();
    if (!m_hasHeader) {
        const Expected<bool> hasHeader = readHeader();
        if (!hasHeader)
            return tl::unexpected(hasHeader.error());
        if (!*hasHeader) {
            keepRest();
            return std::nullopt;
        }
        releaseTaken();
    }
    const std::span<const std::uint8_t> header = gather(frameHeaderSize);
    if (header.size() < frameHeaderSize) {
        keepRest();
        return std::nullopt;
    }
    const std::size_t length = number(header, 4, 4);
    if (length > maxPayload)
        return fail(fmt::format(
            "The recording is damaged at byte {}: a frame declares {} bytes, more than a frame may "
            "have.",
            m_offset, length));
    const std::span<const std::uint8_t> frame = gather(frameHeaderSize + length);
    if (frame.size() < frameHeaderSize + length) {
        keepRest();
        return std::nullopt;
    }
    if (!hasRightChecksum(frame))
        return fail(fmt::format(
            "The recording is damaged at byte {}: the frame there has a wrong checksum.", m_offset));
    FrameView view;
    view.offset = m_offset;
    view.type = static_cast<std::uint16_t>(number(frame, 0, 2));
    view.flags = static_cast<std::uint16_t>(number(frame, 2, 2));
    view.payload = frame.subspan(frameHeaderSize);
    take(frame.size());
    return view;
}

void FrameReader::releaseTaken()
{
    m_kept.erase(m_kept.begin(), m_kept.begin() + static_cast<std::ptrdiff_t>(m_keptUsed));
    m_keptUsed = 0;
}

Expected<std::span<const std::uint8_t>> FrameReader::content(const FrameView& frame)
{
    if ((frame.flags & packedFlag) == 0)
        return frame.payload;
    const std::span<const std::uint8_t> payload = frame.payload;
    if (payload.size() < 4)
        return fail("it ends before its length");
    const std::size_t length = number(payload, 0, 4);
    if (length > maxContent || length > payload.size() * maxContentPerByte)
        return fail(fmt::format("it declares {} bytes of content, too many for its length", length));
    const std::span<const std::uint8_t> packed = payload.subspan(4);
    const std::size_t packedLength = ZSTD_findFrameCompressedSize(packed.data(), packed.size());
    m_content.resize(length);
    if (!m_context || ZSTD_isError(packedLength)
        || ZSTD_decompressDCtx(m_context.get(), m_content.data(), length, packed.data(), packedLength)
            != length)
        return fail("its content cannot be unpacked");
    return m_content;
}

} // namespace tidemark::tide
