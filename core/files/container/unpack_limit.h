// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/container/byte_source.h"

namespace tidemark {

// How much may come out of a packed file, so that a few bytes made for it cannot fill the memory. Snapshots
// shrink well, some to a hundredth.
class UnpackLimit {
public:
    static constexpr std::uint64_t freeBytes = std::uint64_t(64) << 20U;
    static constexpr std::uint64_t ratio = 400;

    // `file`: the outermost bytes, however deep in them the content is.
    explicit UnpackLimit(const ByteSource& file)
        : m_file(file)
    { }

    bool allows(std::uint64_t unpacked) const { return unpacked <= freeBytes + m_file.position() * ratio; }
    // The error where it does not; `unpack` is the command that does it by hand: "gzip -d".
    static tl::unexpected<Error> exceeded(std::string_view unpack);

private:
    const ByteSource& m_file;
};

} // namespace tidemark
