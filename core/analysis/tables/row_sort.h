// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/row_order.h"

namespace tidemark {

// Sorts rows of the source, see chosenRows(). False: stopped, and the rows are in no order.
bool sortRows(const RowSource& source, const RowSorting& sorting, std::vector<std::uint32_t>& rows,
    const std::stop_token& stop);

} // namespace tidemark
