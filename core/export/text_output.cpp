// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/text_output.h"

#include <span>

namespace tidemark {

namespace {

constexpr std::size_t writtenAtOnce = 1 << 18;

} // namespace

bool TextOutput::flush()
{
    if (m_text.size() >= writtenAtOnce)
        write();
    return m_result.has_value();
}

Expected<void> TextOutput::finish()
{
    write();
    return m_result;
}

void TextOutput::write()
{
    if (m_result)
        m_result = m_file.write(std::as_bytes(std::span(m_text)));
    m_text.clear();
}

} // namespace tidemark
