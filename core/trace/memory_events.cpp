// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/memory_events.h"

#include <algorithm>

namespace tidemark {

bool movesMemory(Action action)
{
    return action <= Action::SegmentUnmap;
}

bool movesMemory(const EventColumns& events)
{
    for (std::size_t begin = 0; begin < events.size();) {
        const auto actions = events.action().run(begin, events.size());
        if (std::any_of(actions.begin(), actions.end(), [](Action action) { return movesMemory(action); }))
            return true;
        begin += actions.size();
    }
    return false;
}

} // namespace tidemark
