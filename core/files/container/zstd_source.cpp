// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/container/zstd_source.h"

#include "core/base/bytes.h"
#include "core/files/container/zstd_magic.h"

#include <fmt/format.h>

namespace tidemark {

ZstdSource::ZstdSource(ByteSource& packed, std::string name, const UnpackLimit& limit)
    : PackedSource(packed, std::move(name), "zstd -d", limit)
    , m_context(ZSTD_createDCtx())
{
    // What `zstd --long=31` asks for. Of the memory only as much is used as comes out.
    if (m_context)
        ZSTD_DCtx_setParameter(
            m_context.get(), ZSTD_d_windowLogMax, ZSTD_dParam_getBounds(ZSTD_d_windowLogMax).upperBound);
}

PackedSource::Step ZstdSource::unpack(std::span<std::byte> buffer, std::size_t& made)
{
    if (!m_context)
        return damagedHere();
    if (m_isBetweenFrames) {
        if (const Step step = beginFrame(); step != Step::GoesOn)
            return step;
    }
    const auto packed = packedBytes();
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
    const std::size_t left = ZSTD_decompressStream(m_context.get(), &out, &in);
    made = out.pos;
    take(in.pos);
    if (ZSTD_isError(left) != 0)
        return damagedHere();
    m_isBetweenFrames = left == 0;
    if (left == 0)
        return Step::GoesOn;
    return out.pos < out.size && in.pos == in.size ? Step::NeedsMore : Step::GoesOn;
}

PackedSource::Step ZstdSource::beginFrame()
{
    while (packedBytes().size() < zstdMagicSize) {
        if (more())
            continue;
        if (packedBytes().empty())
            return Step::Ends;
        break;
    }
    if (beginsZstdFrame(packedBytes())) {
        m_isBetweenFrames = false;
        m_hadFrame = true;
        return Step::GoesOn;
    }
    if (!m_hadFrame)
        return damagedHere();
    remark(fmt::format("Something that is not Zstandard follows in the {} at byte {}: it was passed over",
        name(), formatExact(static_cast<std::int64_t>(packedPosition()))));
    return Step::Ends;
}

} // namespace tidemark
