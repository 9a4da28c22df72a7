// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/text_output.h"

#include <span>

namespace tidemark {

namespace {

constexpr std::size_t writtenAtOnce = 1 << 18;

} // namespace

TextOutput::TextOutput(OutputFile& file, const std::filesystem::path& path)
    : m_file(file)
{
    if (path.extension() == ".gz")
        m_packer.emplace();
}

bool TextOutput::flush()
{
    if (m_text.size() >= writtenAtOnce)
        write(false);
    return m_result.has_value();
}

Expected<void> TextOutput::finish()
{
    write(true);
    return m_result;
}

void TextOutput::write(bool isEnd)
{
    if (m_result)
        m_result =
            m_packer ? m_packer->pack(m_text, isEnd, m_file) : m_file.write(std::as_bytes(std::span(m_text)));
    m_text.clear();
}

} // namespace tidemark
