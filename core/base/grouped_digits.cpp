// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/grouped_digits.h"

#include <algorithm>

namespace tidemark {

std::optional<std::string> withoutGrouping(std::string_view number)
{
    const std::size_t comma = number.find(',');
    if (comma == std::string_view::npos)
        return std::string(number);
    const std::size_t wholeEnd = std::min(number.find_first_not_of("0123456789,"), number.size());
    if (comma == 0 || comma > 3)
        return std::nullopt;
    std::string plain(number.substr(0, comma));
    for (std::size_t at = comma; at < wholeEnd; at += 4) {
        const std::string_view group = number.substr(at, 4);
        const bool isGroup = group.size() == 4 && group.front() == ',' && at + 4 <= wholeEnd
            && group.find(',', 1) == std::string_view::npos;
        if (!isGroup)
            return std::nullopt;
        plain += group.substr(1);
    }
    plain += number.substr(wholeEnd);
    return plain;
}

} // namespace tidemark
