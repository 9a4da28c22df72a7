// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/details/moment.h"
#include "ui/details/text_parts.h"

#include <vector>

namespace tidemark::ui {

// The event that led to the moment, which must not lie before the first one.
QString eventTitle(const Moment& moment); // "alloc", PyTorch's own name
std::vector<TextRow> eventRows(const Moment& moment);

} // namespace tidemark::ui
