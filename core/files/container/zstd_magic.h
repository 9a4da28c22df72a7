// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/endian/conversion.hpp>
#include <cstddef>
#include <span>
#include <zstd.h>

namespace tidemark {

inline constexpr std::size_t zstdMagicSize = 4;

// A frame with content, or one to be passed over, as pzstd puts in front.
inline bool beginsZstdFrame(std::span<const std::byte> bytes)
{
    if (bytes.size() < zstdMagicSize)
        return false;
    const auto magic = boost::endian::load_little_u32(reinterpret_cast<const unsigned char*>(bytes.data()));
    return magic == ZSTD_MAGICNUMBER || (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START;
}

} // namespace tidemark
