// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/row_stream.h"

namespace tidemark {

namespace {

constexpr std::uint64_t rowsBetweenLooks = 4096;

} // namespace

RowStream::RowStream(RowSink& sink, Progress* progress, const std::stop_token& stop)
    : m_sink(sink)
    , m_progress(progress)
    , m_stop(stop)
{ }

bool RowStream::begin(const TableShape& table)
{
    if (m_result)
        m_result = m_sink.begin(table);
    return m_result.has_value();
}

bool RowStream::put(std::initializer_list<Cell> cells)
{
    if (m_result)
        m_result = m_sink.row(std::span(cells.begin(), cells.size()));
    return m_result.has_value();
}

bool RowStream::putCounted(std::initializer_list<Cell> cells)
{
    if (++m_uncounted == rowsBetweenLooks) {
        if (m_progress != nullptr)
            m_progress->done += m_uncounted;
        m_uncounted = 0;
        if (m_result && m_stop.stop_requested())
            m_result = fail("Saving was cancelled.");
    }
    return put(cells);
}

} // namespace tidemark
