// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace tidemark {

// Puts lines together from the pieces in which they come. A line longer than `longest` is cut there: nothing
// that floods the input can flood memory.
class LineBuffer {
public:
    static constexpr std::size_t longest = 4096;

    void append(std::string_view piece) { m_text += piece; }

    // The next whole line, without its end; or nothing yet.
    std::optional<std::string> takeLine()
    {
        const auto end = m_text.find('\n');
        if (end == std::string::npos) {
            m_text.resize(std::min(m_text.size(), longest));
            return std::nullopt;
        }
        std::string line = m_text.substr(0, std::min(end, longest));
        m_text.erase(0, end + 1);
        return line;
    }

    // What came behind the last line end, when no more will come.
    std::string takeRest() { return std::exchange(m_text, {}); }

private:
    std::string m_text;
};

} // namespace tidemark
