// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/row_source.h"

class QFont;

namespace tidemark::ui {

// Logical pixels in which a column's title and its usual cells have room; of few texts the longest has.
int columnWidth(const RowSource& source, std::size_t column, const QFont& font);

} // namespace tidemark::ui
