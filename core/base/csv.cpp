// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/csv.h"

namespace tidemark {

std::string csvField(std::string_view text)
{
    constexpr std::string_view formulaBegins = "=+-@\t\r";
    std::string field;
    if (!text.empty() && formulaBegins.find(text.front()) != std::string_view::npos)
        field = '\'';
    field += text;
    if (field.find_first_of(",\"\r\n") == std::string::npos)
        return field;
    std::string quoted = "\"";
    for (const char character : field)
        quoted += character == '"' ? std::string("\"\"") : std::string(1, character);
    return quoted + '"';
}

} // namespace tidemark
