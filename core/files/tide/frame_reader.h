// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/files/tide/tide_format.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

struct ZSTD_DCtx_s;

namespace tidemark::tide {

// One whole frame with a right checksum.
struct FrameView {
    std::uint64_t offset = 0; // in the stream
    std::uint16_t type = 0;
    std::uint16_t flags = 0;
    std::span<const std::uint8_t> payload; // valid until the next call of the reader
};

// Cuts a stream that comes in pieces of any size into frames. Keeps no more than one frame.
class FrameReader {
public:
    FrameReader();
    ~FrameReader();
    FrameReader(const FrameReader&) = delete;
    FrameReader& operator=(const FrameReader&) = delete;

    // `bytes` must stay until next() has found no further frame.
    void feed(std::span<const std::byte> bytes);
    // Nothing: the rest of the bytes was kept and waits for more. An error names the offset and is final.
    Expected<std::optional<FrameView>> next();

    // The content of a frame; valid until the next call. An error is a reason only, without the place.
    Expected<std::span<const std::uint8_t>> content(const FrameView& frame);

    // Of the stream's header; known once next() has found a frame.
    std::uint16_t minorVersion() const { return m_minorVersion; }
    std::uint64_t bytesTaken() const { return m_bytesTaken; }
    // Where the first frame begins that has not come whole.
    std::uint64_t frameOffset() const { return m_offset; }

private:
    struct FreeContext {
        void operator()(ZSTD_DCtx_s* context) const;
    };

    std::span<const std::uint8_t> gather(std::size_t length);
    void take(std::size_t length);
    void releaseTaken();
    void keepRest();
    Expected<bool> readHeader();

    std::unique_ptr<ZSTD_DCtx_s, FreeContext> m_context;
    std::span<const std::uint8_t> m_input; // not looked at yet
    std::vector<std::uint8_t> m_kept; // the beginning of a frame that did not come whole
    std::size_t m_keptUsed = 0; // bytes of m_kept that were taken and may still be looked at
    std::vector<std::uint8_t> m_content;
    std::uint64_t m_offset = 0;
    std::uint64_t m_bytesTaken = 0;
    std::uint16_t m_minorVersion = 0;
    bool m_hasHeader = false;
};

} // namespace tidemark::tide
