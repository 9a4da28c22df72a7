// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdio>
#include <string>

namespace tidemark {

// To whoever started the recorder. When nobody reads it, the run goes on all the same (fmt::print() would
// throw).
inline void say(const std::string& text)
{
    [[maybe_unused]] const int ignored = std::fputs(text.c_str(), stderr);
}

} // namespace tidemark
