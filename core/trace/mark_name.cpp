// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/mark_name.h"

namespace tidemark {

std::string_view markName(const Mark& mark, const StringTable& strings)
{
    if (!mark.name.isNone())
        return strings[mark.name];
    switch (mark.kind) {
    case MarkKind::EmptyCache:
        return "empty_cache";
    case MarkKind::ResetPeak:
        return "reset_peak_memory_stats";
    case MarkKind::Paused:
        return "recording paused";
    case MarkKind::Resumed:
        return "recording resumed";
    case MarkKind::EventsLost:
        return "events lost";
    case MarkKind::Named:
        break;
    }
    return "mark";
}

} // namespace tidemark
