// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/gzip_packer.h"

#include <array>
#include <new>
#include <zlib.h>

namespace tidemark {

struct GzipPacker::Stream {
    Stream()
    {
        constexpr int gzipWindow = 15 + 16; // zlib.h: 16 more for the header of gzip
        constexpr int usualMemory = 8;
        if (deflateInit2(
                &zlib, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzipWindow, usualMemory, Z_DEFAULT_STRATEGY)
            != Z_OK)
            throw std::bad_alloc(); // all else that could be wrong is fixed above
    }
    ~Stream() { deflateEnd(&zlib); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    z_stream zlib = {};
    std::array<Bytef, 65536> packed = {};
};

GzipPacker::GzipPacker()
    : m_stream(std::make_unique<Stream>())
{ }

GzipPacker::~GzipPacker() = default;

Expected<void> GzipPacker::pack(std::string_view text, bool isEnd, OutputFile& file)
{
    z_stream& zlib = m_stream->zlib;
    // zlib only reads there; the text is a piece of a few hundred KiB.
    zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    zlib.avail_in = static_cast<uInt>(text.size());
    do {
        zlib.next_out = m_stream->packed.data();
        zlib.avail_out = static_cast<uInt>(m_stream->packed.size());
        deflate(&zlib, isEnd ? Z_FINISH : Z_NO_FLUSH);
        const std::size_t made = m_stream->packed.size() - zlib.avail_out;
        if (const auto written = file.write(std::as_bytes(std::span(m_stream->packed).first(made))); !written)
            return written;
    } while (zlib.avail_out == 0);
    return {};
}

} // namespace tidemark
