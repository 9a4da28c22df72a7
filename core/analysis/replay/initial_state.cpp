// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/initial_state.h"

#include "core/analysis/replay/heap_state.h"
#include "core/analysis/replay/missing_kinds.h"

namespace tidemark {

InitialState rebuildInitialState(
    const Device& device, const AllocatorSettings& settings, const std::stop_token& stop)
{
    constexpr std::size_t eventsBetweenLooks = 65536;
    InitialState result;
    const MissingKinds missing = missingKindsOf(device);
    const BlockState beforeFree =
        missing.oneFreeEntry() ? BlockState::ActiveAllocated : BlockState::ActivePendingFree;
    HeapState state(settings, &*device.after);
    for (std::size_t i = device.events.size(); i > 0; --i) {
        if (i % eventsBetweenLooks == 0 && stop.stop_requested()) {
            result.isComplete = false;
            return result;
        }
        state.undo(missing.completed(device.events[i - 1]), beforeFree);
    }
    state.finishUndo();
    result.segments = state.segments();
    result.contradictions = state.contradictions();
    result.leastSizeBlocks = state.leastSizeBlocks();
    return result;
}

} // namespace tidemark
