// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/emptied_here.h"

#include <algorithm>

namespace tidemark {

EmptiedHere emptiedHere(const DeviceHistory& recorded, const Simulation& simulation, std::size_t position)
{
    const Pyramid& reserved = simulation.curve(Curve::Reserved);
    const std::size_t end = std::min(recorded.eventCount(), reserved.size());
    const auto saved = [&](std::size_t at) {
        return recorded.valueAt(Curve::Reserved, at) - reserved[at - 1];
    };
    EmptiedHere emptied;
    if (position == 0 || position > end)
        return emptied;
    emptied.returned = saved(position);
    for (std::size_t at = position + 1; at <= end && emptied.returned > 0; ++at) {
        if (saved(at) <= 0) {
            emptied.regrown = at;
            break;
        }
    }
    return emptied;
}

} // namespace tidemark
