// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace tidemark {

// Whether one name comes before another where digits count as numbers: "rank2" before "rank10".
bool comesBefore(std::string_view left, std::string_view right);

} // namespace tidemark
