// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

namespace tidemark {

// The beginning of a file as text, behind the byte order mark and the blanks that it may begin with.
inline std::string_view textBehindBlanks(std::span<const std::byte> head)
{
    std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    return text.substr(std::min(text.size(), text.find_first_not_of(" \t\r\n")));
}

} // namespace tidemark
