// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/export/row_sink.h"

#include <initializer_list>
#include <stop_token>

namespace tidemark {

// For those who make rows: a sink whose first error ends everything that comes after it.
class RowStream {
public:
    // `progress`, in rows of long tables, may be null.
    RowStream(RowSink& sink, Progress* progress, const std::stop_token& stop);

    // False: nothing more is taken.
    bool begin(const TableShape& table);
    bool put(std::initializer_list<Cell> cells);
    // The same, and a step of the progress.
    bool putCounted(std::initializer_list<Cell> cells);

    const Expected<void>& result() const { return m_result; }
    const std::stop_token& stop() const { return m_stop; }

private:
    RowSink& m_sink;
    Progress* m_progress;
    const std::stop_token& m_stop;
    std::uint64_t m_uncounted = 0;
    Expected<void> m_result;
};

} // namespace tidemark
