// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/tables/row_order.h"
#include "core/base/error.h"

#include <functional>
#include <string_view>

namespace tidemark {

enum class TableFormat : std::uint8_t {
    AsCsv, // RFC 4180, with the columns' keys as the first line
    AsJson, // a list of one object a row, without what does not stand there; addresses as text
};

// Takes the next piece of a file; an error ends the writing, and is its result.
using TextSink = std::function<Expected<void>(std::string_view piece)>;

// Writes the first rows of the order, at most `most`, piece by piece, however many they are. Bytes and
// microseconds are whole numbers, events count from zero. Stopped: an error that says so. `progress`
// counts rows.
Expected<void> writeTable(const RowSource& source, const RowOrder& order, TableFormat format,
    const TextSink& sink, std::size_t most = SIZE_MAX, const std::stop_token& stop = {},
    Progress* progress = nullptr);

} // namespace tidemark
