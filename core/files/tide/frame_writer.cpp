// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/tide/frame_writer.h"

#include <algorithm>
#include <zlib.h>
#include <zstd.h>

namespace tidemark::tide {

namespace {
constexpr int level = 3;
constexpr std::size_t leastPacked = 128; // shorter contents do not get shorter
constexpr std::size_t lengthFieldSize = 4; // before the zstd frame

std::size_t leastForRows(const PayloadWriter& content)
{
    return (content.rows() + maxRowsPerByte - 1) / maxRowsPerByte;
}
} // namespace

void FrameWriter::FreeContext::operator()(ZSTD_CCtx_s* context) const
{
    ZSTD_freeCCtx(context);
}

FrameWriter::FrameWriter()
    : m_context(ZSTD_createCCtx())
{ }

FrameWriter::~FrameWriter() = default;

void FrameWriter::writeHeader()
{
    m_bytes.insert(m_bytes.end(), magic.begin(), magic.end());
    putNumber(majorVersion, 2);
    putNumber(minorVersion, 2);
    putNumber(0, 4);
}

bool FrameWriter::write(FrameType type, const PayloadWriter& content)
{
    if (content.bytes().size() > maxContent || content.rows() > maxRows)
        return false;
    const std::size_t start = m_bytes.size();
    m_bytes.resize(start + frameHeaderSize);
    const bool isPacked = putPacked(content);
    if (!isPacked) {
        m_bytes.insert(m_bytes.end(), content.bytes().begin(), content.bytes().end());
        m_bytes.resize(std::max(m_bytes.size(), start + frameHeaderSize + leastForRows(content)));
    }
    const std::size_t end = m_bytes.size();
    const std::size_t length = end - start - frameHeaderSize;

    // The header's numbers are put at the end and moved to their place.
    putNumber(static_cast<std::uint16_t>(type), 2);
    putNumber(isPacked ? packedFlag : 0, 2);
    putNumber(length, 4);
    uLong checksum = crc32_z(0, m_bytes.data() + end, 8);
    checksum = crc32_z(checksum, m_bytes.data() + start + frameHeaderSize, length);
    putNumber(checksum, 4);
    std::copy_n(m_bytes.begin() + static_cast<std::ptrdiff_t>(end), frameHeaderSize,
        m_bytes.begin() + static_cast<std::ptrdiff_t>(start));
    m_bytes.resize(end);
    return true;
}

// False, and nothing put, where packing would not make it shorter.
bool FrameWriter::putPacked(const PayloadWriter& writer)
{
    const std::span<const std::uint8_t> content = writer.bytes();
    if (content.size() < leastPacked || !m_context)
        return false;
    const std::size_t start = m_bytes.size();
    putNumber(content.size(), lengthFieldSize);
    const std::size_t room = ZSTD_compressBound(content.size());
    m_bytes.resize(start + lengthFieldSize + room);
    const std::size_t packed = ZSTD_compressCCtx(m_context.get(), m_bytes.data() + start + lengthFieldSize,
        room, content.data(), content.size(), level);
    const std::size_t leastForContent = (content.size() + maxContentPerByte - 1) / maxContentPerByte;
    const std::size_t length = std::max({packed + lengthFieldSize, leastForContent, leastForRows(writer)});
    if (ZSTD_isError(packed) || length >= content.size()) {
        m_bytes.resize(start);
        return false;
    }
    // What zstd left of its room goes; padding, if any, is zero.
    m_bytes.resize(start + lengthFieldSize + packed);
    m_bytes.resize(start + length);
    return true;
}

void FrameWriter::putNumber(std::uint64_t value, std::size_t bytes)
{
    for (std::size_t i = 0; i < bytes; ++i)
        m_bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

} // namespace tidemark::tide
