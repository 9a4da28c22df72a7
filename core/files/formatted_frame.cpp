// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/formatted_frame.h"

#include "core/files/utf8.h"

#include <charconv>
#include <fmt/format.h>

namespace tidemark {

Frame frameOfLine(std::string_view line, RecordingBuilder& builder)
{
    constexpr std::string_view fileMark = "File \"";
    constexpr std::string_view lineMark = "\", line ";
    constexpr std::string_view nameMark = ", in ";
    const auto text = [&builder](std::string_view part) { return builder.string(readableUtf8(part)); };
    Frame frame;
    const auto file = line.find(fileMark);
    const auto number = line.find(lineMark, file);
    const auto name = line.find(nameMark, number);
    if (file == std::string_view::npos || number == std::string_view::npos
        || name == std::string_view::npos) {
        const auto first = line.find_first_not_of(" \n\r\t");
        const auto last = line.find_last_not_of(" \n\r\t");
        frame.function =
            first == std::string_view::npos ? StringIndex{} : text(line.substr(first, last - first + 1));
        return frame;
    }
    const auto fileBegin = file + fileMark.size();
    const auto nameBegin = name + nameMark.size();
    frame.file = text(line.substr(fileBegin, number - fileBegin));
    frame.function = text(line.substr(nameBegin, line.find('\n', nameBegin) - nameBegin));
    std::from_chars(line.data() + number + lineMark.size(), line.data() + name, frame.line);
    return frame;
}

std::string formattedLine(const Frame& frame, const StringTable& strings)
{
    if (frame.file.isNone() && frame.line == 0)
        return std::string(strings[frame.function]);
    return fmt::format(
        "  File \"{}\", line {}, in {}\n", strings[frame.file], frame.line, strings[frame.function]);
}

} // namespace tidemark
