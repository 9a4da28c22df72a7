// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace tidemark {

// A text to be found in names, with * for anything: "conv*d". It may stand anywhere in a name, unless ^
// begins it, or $ ends it. Upper and lower case differ, as in names.
class NamePattern {
public:
    explicit NamePattern(std::string_view text);

    bool isIn(std::string_view name) const;

private:
    std::string m_pattern; // of a whole name
};

} // namespace tidemark
