// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/groups/held_allocations.h"

#include "core/analysis/holders/alive_allocations.h"

namespace tidemark::ui {

Attribution heldBy(const MemoryFilter& filter, const Attribution& attribution)
{
    std::vector<std::uint32_t> held;
    for (std::size_t i = 0; i < attribution.allocations.size(); ++i)
        if (filter.holds(attribution.allocations[i].home))
            held.push_back(static_cast<std::uint32_t>(i));
    return onlyThese(attribution, held);
}

} // namespace tidemark::ui
