// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/profile/json_stream.h"

#include "core/base/bytes.h"

#include <fmt/format.h>

namespace tidemark {

JsonCharacters::JsonCharacters(Content& content, const Reading& reading)
    : m_content(content)
    , m_reading(reading)
{
    if (!m_piece.resize(Content::headSize))
        m_error = Error{"there is no memory left to read it."};
}

bool JsonCharacters::refill()
{
    if (m_isAtEnd || m_error)
        return false;
    if (m_reading.stop.stop_requested()) {
        m_error = Error{"opening was cancelled."};
        return false;
    }
    const auto size = m_content.read(m_piece.all());
    if (!size) {
        m_error = size.error();
        return false;
    }
    if (m_reading.progress != nullptr)
        m_reading.progress->done = m_content.position();
    m_before += m_end;
    m_next = 0;
    m_end = *size;
    m_isAtEnd = m_end == 0;
    return !m_isAtEnd;
}

JsonEnd jsonEnd(bool isWhole, const JsonCharacters& characters)
{
    if (isWhole)
        return {};
    const std::string place = formatExact(static_cast<std::int64_t>(characters.position()));
    return {characters.isAtEnd()
            ? fmt::format("The file ends early, at byte {}: only what came before is shown.", place)
            : fmt::format("The file is damaged before byte {}: only what came before is shown.", place)};
}

} // namespace tidemark
