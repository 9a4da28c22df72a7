// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/tide/payload_writer.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

struct ZSTD_CCtx_s;

namespace tidemark::tide {

// Packs contents into frames, one behind the other.
class FrameWriter {
public:
    FrameWriter();
    ~FrameWriter();
    FrameWriter(const FrameWriter&) = delete;
    FrameWriter& operator=(const FrameWriter&) = delete;

    void writeHeader();
    // False, and nothing written: the content is longer, or has more rows, than a frame may have.
    [[nodiscard]] bool write(FrameType type, const PayloadWriter& content);

    std::span<const std::byte> bytes() const { return std::as_bytes(std::span(m_bytes)); }
    void clear() { m_bytes.clear(); }

private:
    struct FreeContext {
        void operator()(ZSTD_CCtx_s* context) const;
    };

    bool putPacked(const PayloadWriter& content);
    void putNumber(std::uint64_t value, std::size_t bytes);

    std::unique_ptr<ZSTD_CCtx_s, FreeContext> m_context;
    std::vector<std::uint8_t> m_bytes;
};

} // namespace tidemark::tide
