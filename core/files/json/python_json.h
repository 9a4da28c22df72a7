// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// Python's json.dump writes two things that are no JSON: NaN, Infinity and -Infinity, and the \udc80 to
// \udcff of file names that are no UTF-8, surrogates without their other half. Here they become null and
// \ufffd. A text that has none of them, as nearly all have, is not copied.
class PythonJson {
public:
    // `text` must stay.
    explicit PythonJson(std::string_view text);
    PythonJson(const PythonJson&) = delete;
    PythonJson& operator=(const PythonJson&) = delete;

    std::string_view text() const { return m_text; }
    // The place in Python's text of a place in this one.
    std::size_t offsetInOriginal(std::size_t offset) const;

private:
    void translate(std::string_view from);
    std::size_t copyEscape(std::string_view from, std::size_t at);
    std::size_t copyWord(std::string_view from, std::size_t at);

    std::string m_copy;
    std::string_view m_text;
    std::vector<std::size_t> m_longer; // places where the copy is one character longer than the original
};

} // namespace tidemark
