// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/files/output_file.h"

#include <string>
#include <string_view>

namespace tidemark {

// Text on its way to a file, written in large pieces. The first error stays.
class TextOutput {
public:
    explicit TextOutput(OutputFile& file)
        : m_file(file)
    { }

    // What is to be written is appended here, and sent on with flush().
    std::string& text() { return m_text; }
    // Writes what has come together, when it is enough. False: an error, and nothing more is written.
    bool flush();
    // The rest; the file is not committed.
    Expected<void> finish();

    const Expected<void>& result() const { return m_result; }

private:
    void write();

    OutputFile& m_file;
    std::string m_text;
    Expected<void> m_result;
};

} // namespace tidemark
