// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/note_lines.h"

#include "core/base/bytes.h"

#include <cctype>
#include <fmt/format.h>
#include <unordered_map>

namespace tidemark {

namespace {

constexpr std::size_t manyLines = 4; // so few can be read one by one

// The note with "#" for every number, "1,234" and "0x7f00" included.
std::string withoutNumbers(const std::string& note)
{
    std::string text;
    bool isInNumber = false;
    for (const char character : note) {
        const auto byte = static_cast<unsigned char>(character);
        const bool goesOn = isInNumber && (std::isxdigit(byte) != 0 || character == ',' || character == 'x');
        if (std::isdigit(byte) == 0 && !goesOn) {
            isInNumber = false;
            text.push_back(character);
        } else if (!isInNumber) {
            isInNumber = true;
            text.push_back('#');
        }
    }
    return text;
}

// The kind of a note: without what makes it one file's.
std::string kindOf(std::string note, std::span<const std::string> sources)
{
    for (const std::string& source : sources) {
        const std::size_t at = source.empty() ? std::string::npos : note.find(source);
        if (at == std::string::npos)
            continue;
        note.erase(at, source.size());
        note.insert(at, 1, '*');
    }
    return withoutNumbers(note);
}

} // namespace

std::vector<std::string> noteLines(std::span<const std::string> notes, std::span<const std::string> sources)
{
    std::unordered_map<std::string, std::size_t> times;
    std::vector<std::string> kinds;
    for (const std::string& note : notes) {
        kinds.push_back(kindOf(note, sources));
        ++times[kinds.back()];
    }
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < notes.size(); ++i) {
        std::size_t& left = times[kinds[i]];
        if (left >= manyLines)
            lines.push_back(
                fmt::format("{} times: {}", formatExact(static_cast<std::int64_t>(left)), notes[i]));
        else if (left > 0)
            lines.push_back(notes[i]);
        left = left >= manyLines ? 0 : left;
    }
    return lines;
}

} // namespace tidemark
