// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/action.h"

#include <array>

namespace tidemark {

namespace {
constexpr std::array<std::string_view, 12> names = {"alloc", "free_requested", "free_completed",
    "segment_alloc", "segment_free", "segment_map", "segment_unmap", "snapshot", "oom", "annotate",
    "user_defined", "unknown"};
} // namespace

std::string_view actionName(Action action)
{
    return names.at(static_cast<std::size_t>(action));
}

std::optional<Action> actionFromName(std::string_view name)
{
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i] == name)
            return static_cast<Action>(i);
    }
    return std::nullopt;
}

} // namespace tidemark
