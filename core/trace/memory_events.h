// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/event_columns.h"

namespace tidemark {

// Whether such an event changes what is allocated or reserved; marks, notes and an oom do not.
bool movesMemory(Action action);
// Whether any of the events does.
bool movesMemory(const EventColumns& events);

} // namespace tidemark
