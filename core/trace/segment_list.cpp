// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/segment_list.h"

namespace tidemark {

std::string_view blockStateName(BlockState state)
{
    switch (state) {
    case BlockState::ActiveAllocated:
        return "active_allocated";
    case BlockState::ActivePendingFree:
        return "active_pending_free";
    case BlockState::Inactive:
        break;
    }
    return "inactive";
}

std::optional<BlockState> blockStateFromName(std::string_view name)
{
    if (name == "active_allocated")
        return BlockState::ActiveAllocated;
    // PyTorch's documentation spells it "awaiting", its code "pending": accept both.
    if (name == "active_pending_free" || name == "active_awaiting_free")
        return BlockState::ActivePendingFree;
    if (name == "inactive")
        return BlockState::Inactive;
    return std::nullopt;
}

} // namespace tidemark
