// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/row_sink.h"
#include "core/export/text_output.h"

namespace tidemark {

// Rows as comma-separated values, a table below its column's names (RFC 4180, with line feeds alone). Texts
// that are no UTF-8 are made readable.
class CsvRows : public RowSink {
public:
    explicit CsvRows(TextOutput& out)
        : m_out(out)
    { }

    Expected<void> begin(const TableShape& table) override;
    Expected<void> row(std::span<const Cell> cells) override;

private:
    TextOutput& m_out;
};

} // namespace tidemark
