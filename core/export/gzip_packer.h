// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/output_file.h"

#include <memory>
#include <string_view>

namespace tidemark {

// Text on its way to a file, packed as gzip does.
class GzipPacker {
public:
    GzipPacker();
    ~GzipPacker();

    // `isEnd`: nothing comes after. The file is not committed.
    Expected<void> pack(std::string_view text, bool isEnd, OutputFile& file);

private:
    struct Stream;
    std::unique_ptr<Stream> m_stream;
};

} // namespace tidemark
