// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef> // before <compare>, which moc 6.4 cannot read first

#include <compare>
#include <cstdint>
#include <functional>

namespace tidemark {

// A place in one table. Zero always means "none": every table keeps an empty entry there.
template <class Tag>
struct StrongIndex {
    std::uint32_t value = 0;

    constexpr bool isNone() const { return value == 0; }
    constexpr auto operator<=>(const StrongIndex&) const = default;
};

using StringIndex = StrongIndex<struct StringTag>;
using FrameIndex = StrongIndex<struct FrameTag>;
using StackIndex = StrongIndex<struct StackTag>;
using ContextIndex = StrongIndex<struct ContextTag>;

} // namespace tidemark

template <class Tag>
struct std::hash<tidemark::StrongIndex<Tag>> {
    std::size_t operator()(tidemark::StrongIndex<Tag> index) const noexcept
    {
        return std::hash<std::uint32_t>()(index.value);
    }
};
