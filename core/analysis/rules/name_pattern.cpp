// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/rules/name_pattern.h"

namespace tidemark {

NamePattern::NamePattern(std::string_view text)
{
    if (text.starts_with('^'))
        text.remove_prefix(1);
    else
        m_pattern = '*';
    const bool isToTheEnd = text.ends_with('$');
    m_pattern += text.substr(0, text.size() - (isToTheEnd ? 1 : 0));
    if (!isToTheEnd)
        m_pattern += '*';
}

// Whatever a star took, the next one may take less and what stands between them later: only the last star
// is ever gone back to.
bool NamePattern::isIn(std::string_view name) const
{
    std::size_t at = 0; // in the pattern
    std::size_t star = std::string::npos;
    std::size_t taken = 0; // of the name, until behind what the star stands for
    for (std::size_t i = 0; i < name.size();) {
        if (at < m_pattern.size() && m_pattern[at] == '*') {
            star = at++;
            taken = i;
        } else if (at < m_pattern.size() && m_pattern[at] == name[i]) {
            ++at;
            ++i;
        } else if (star != std::string::npos) {
            at = star + 1;
            i = ++taken;
        } else {
            return false;
        }
    }
    return m_pattern.find_first_not_of('*', at) == std::string::npos;
}

} // namespace tidemark
