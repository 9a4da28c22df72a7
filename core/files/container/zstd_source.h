// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/container/packed_source.h"

#include <zstd.h>

namespace tidemark {

// Unpacks Zstandard: any number of frames, skippable ones passed over.
class ZstdSource : public PackedSource {
public:
    // `packed` must stay. `name` is what sentences call it: "zstd file".
    ZstdSource(ByteSource& packed, std::string name, const UnpackLimit& limit);

private:
    struct Free {
        void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
    };

    Step unpack(std::span<std::byte> buffer, std::size_t& made) override;
    Step beginFrame();

    std::unique_ptr<ZSTD_DCtx, Free> m_context;
    bool m_isBetweenFrames = true;
    bool m_hadFrame = false;
};

} // namespace tidemark
