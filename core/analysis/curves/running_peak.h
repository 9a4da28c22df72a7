// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark {

// The highest value of a figure since any earlier position, while it is followed. Keeps only what may still
// be asked for: values that nothing behind them exceeds.
class RunningPeak {
public:
    struct Value {
        std::uint64_t position = 0;
        std::int64_t value = 0;
    };

    // The figure has another value from `position` on, which rises with every call. Nobody will ask for what
    // is behind a position that lies between `newestMark` and this one.
    void change(std::uint64_t position, std::int64_t value, std::uint64_t newestMark)
    {
        while (!m_values.empty() && m_values.back().value < value)
            m_values.pop_back();
        if (!m_values.empty() && m_values.back().value == value && m_values.back().position > newestMark)
            return;
        m_values.push_back({position, value});
    }

    // The first of the highest values that it changed to behind `position`; nothing when it did not.
    std::optional<Value> behind(std::uint64_t position) const
    {
        const auto found = std::upper_bound(m_values.begin(), m_values.end(), position,
            [](std::uint64_t wanted, const Value& value) { return wanted < value.position; });
        return found == m_values.end() ? std::nullopt : std::optional(*found);
    }

private:
    std::vector<Value> m_values; // by position; never rising
};

} // namespace tidemark
