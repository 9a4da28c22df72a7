// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/attribution.h"
#include "core/analysis/rules/name_pattern.h"
#include "core/base/error.h"

namespace tidemark {

// Places whose memory is known to stay, such as caches of libraries: what they allocate is no leak.
//
// A line each, as LeakSanitizer and heaptrack read them: "leak:PATTERN", or the pattern alone; a # begins a
// comment. An allocation is one of them where a pattern (see NamePattern) is in the function, the file, the
// operator or the module of any frame of its stack.
class Suppressions {
public:
    // Fails with the line where one cannot be read.
    static Expected<Suppressions> parse(std::string_view text);

    bool isEmpty() const { return m_patterns.empty(); }
    bool hold(const Recording& recording, ContextIndex context) const;

private:
    bool isNamed(std::string_view name) const;

    std::vector<NamePattern> m_patterns;
};

// An attribution in two parts. The sums of both at any position are the allocated curve's value.
struct SuppressedAttribution {
    Attribution rest;
    std::vector<Allocation> suppressed;

    std::uint64_t bytesAt(std::uint64_t position) const; // of the suppressed ones that are alive there
    std::uint64_t countAt(std::uint64_t position) const;
};

SuppressedAttribution suppress(
    const Recording& recording, Attribution attribution, const Suppressions& suppressions);

} // namespace tidemark
