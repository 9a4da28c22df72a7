// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/gzip_packer.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

// Text on its way to a file, written in large pieces. The first error stays.
class TextOutput {
public:
    // Packed with gzip where the path ends in .gz.
    TextOutput(OutputFile& file, const std::filesystem::path& path);

    // What is to be written is appended here, and sent on with flush().
    std::string& text() { return m_text; }
    // Writes what has come together, when it is enough. False: an error, and nothing more is written.
    bool flush();
    // The rest; the file is not committed.
    Expected<void> finish();

    const Expected<void>& result() const { return m_result; }

private:
    void write(bool isEnd);

    OutputFile& m_file;
    std::optional<GzipPacker> m_packer;
    std::string m_text;
    Expected<void> m_result;
};

} // namespace tidemark
