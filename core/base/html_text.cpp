// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/html_text.h"

#include "core/base/one_line.h"

namespace tidemark {

std::string htmlEscaped(std::string_view text)
{
    std::string escaped;
    for (const char character : oneLine(text)) {
        switch (character) {
        case '&':
            escaped += "&amp;";
            break;
        case '<':
            escaped += "&lt;";
            break;
        case '>':
            escaped += "&gt;";
            break;
        case '"':
            escaped += "&quot;";
            break;
        case '\'':
            escaped += "&#39;";
            break;
        default:
            escaped += character;
        }
    }
    return escaped;
}

} // namespace tidemark
