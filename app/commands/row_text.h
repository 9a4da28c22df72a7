// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/row_order.h"

#include <string>

namespace tidemark {

// The first rows of the order, at most `most`, in columns as wide as what stands in them, and how many there
// are. Columns in which nothing stands are left out.
std::string rowText(const RowSource& source, const RowOrder& order, std::size_t most);

} // namespace tidemark
