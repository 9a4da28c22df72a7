// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

// What a reader passed over, counted by kind, so that a million odd entries make one sentence.
class Notes {
public:
    // "a segment that overlaps another": told once, with how often it came.
    void count(std::string_view what);
    // The same for something that has a name in the file: `the unknown key "foo" of events`. A long name is
    // cut.
    void count(
        std::string_view before, std::uint32_t nameId, std::string_view name, std::string_view after = {});

    // One sentence for each kind, in the order in which they first came.
    std::vector<std::string> sentences() const;

private:
    struct Kind {
        std::string text;
        std::uint64_t times = 0;
    };
    // Past this many kinds only their number is kept.
    static constexpr std::size_t maxKinds = 40;

    std::vector<Kind> m_kinds;
    boost::unordered_flat_map<std::string, std::size_t> m_byText;
    boost::unordered_flat_map<std::uint64_t, std::size_t> m_byName;
    std::uint64_t m_others = 0;
};

} // namespace tidemark
