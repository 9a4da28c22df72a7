// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/trace/trace_output.h"

#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr std::uint64_t eventsBetweenLooks = 4096;

std::string jsonText(const TraceOutput::Json& json)
{
    return json.dump(-1, ' ', false, TraceOutput::Json::error_handler_t::replace);
}

// Microseconds with three decimals.
std::string microseconds(std::int64_t ns)
{
    return fmt::format("{}.{:03}", ns / 1000, ns % 1000);
}

// A moment. Perfetto (json_utils.cc, CoerceToTs) cuts off what a thousand times the number has behind its
// point, which could be just less than the nanosecond meant: half of one more makes it sure.
std::string momentText(std::int64_t ns)
{
    return microseconds(ns) + '5';
}

} // namespace

TraceOutput::TraceOutput(TextOutput& out, Progress* progress, const std::stop_token& stop)
    : m_out(out)
    , m_progress(progress)
    , m_stop(stop)
{ }

void TraceOutput::begin(const Json& head)
{
    std::string text = jsonText(head);
    text.pop_back(); // its brace
    m_out.text() += text + ",\n\"traceEvents\":[\n";
}

Expected<void> TraceOutput::finish()
{
    if (!m_result)
        return m_result;
    m_out.text() += "\n]}\n";
    return m_out.finish();
}

bool TraceOutput::processName(int process, std::string_view name)
{
    fmt::format_to(std::back_inserter(next()),
        R"({{"ph":"M","name":"process_name","pid":{},"args":{{"name":{}}}}})", process, jsonText(name));
    return m_out.flush();
}

bool TraceOutput::rowName(TraceRow row, std::string_view name)
{
    fmt::format_to(std::back_inserter(next()),
        R"({{"ph":"M","name":"thread_name","pid":{},"tid":{},"args":{{"name":{}}}}})", row.process,
        row.thread, jsonText(name));
    return m_out.flush();
}

bool TraceOutput::counter(int process, std::int64_t ns, std::string_view name, std::int64_t bytes)
{
    fmt::format_to(std::back_inserter(next()),
        R"({{"ph":"C","name":{},"pid":{},"ts":{},"args":{{"bytes":{}}}}})", jsonText(name), process,
        momentText(ns), bytes);
    return m_out.flush();
}

bool TraceOutput::slice(TraceRow row, std::int64_t ns, std::int64_t durationNs, std::string_view name,
    std::string_view category, const Json& facts)
{
    fmt::format_to(std::back_inserter(next()),
        R"({{"ph":"X","name":{},"cat":{},"pid":{},"tid":{},"ts":{},"dur":{},"args":{}}})", jsonText(name),
        jsonText(category), row.process, row.thread, momentText(ns), microseconds(durationNs),
        jsonText(facts));
    return m_out.flush();
}

bool TraceOutput::moment(TraceRow row, std::int64_t ns, std::string_view name, const Json& facts)
{
    fmt::format_to(std::back_inserter(next()),
        R"({{"ph":"i","s":"p","name":{},"pid":{},"tid":{},"ts":{},"args":{}}})", jsonText(name), row.process,
        row.thread, momentText(ns), jsonText(facts));
    return m_out.flush();
}

bool TraceOutput::count()
{
    if (++m_uncounted == eventsBetweenLooks) {
        if (m_progress != nullptr)
            m_progress->done += m_uncounted;
        m_uncounted = 0;
        if (m_result && m_stop.stop_requested())
            m_result = fail("Saving was cancelled.");
    }
    return isFine();
}

std::string& TraceOutput::next()
{
    m_out.text() += m_isFirst ? "" : ",\n";
    m_isFirst = false;
    return m_out.text();
}

} // namespace tidemark
