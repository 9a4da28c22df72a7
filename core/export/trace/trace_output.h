// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/export/text_output.h"

#include <nlohmann/json.hpp>
#include <stop_token>

namespace tidemark {

// A row of slices in a trace: a thread of a process, as the format has it.
struct TraceRow {
    int process = 0;
    std::int64_t thread = 0; // no other row of the trace has it: Perfetto tells names by it alone
};

// The list of events of a trace in Chrome's JSON format ("Trace Event Format", 2016), which Perfetto opens:
// one event a line, times in microseconds. What fails once takes nothing more.
class TraceOutput {
public:
    using Json = nlohmann::ordered_json;

    // `progress`, in counted events, may be null.
    TraceOutput(TextOutput& out, Progress* progress, const std::stop_token& stop);

    // What stands before the events, an object; and behind them.
    void begin(const Json& head);
    Expected<void> finish();

    // False: nothing more is taken.
    bool processName(int process, std::string_view name);
    bool rowName(TraceRow row, std::string_view name);
    bool counter(int process, std::int64_t ns, std::string_view name, std::int64_t bytes);
    bool slice(TraceRow row, std::int64_t ns, std::int64_t durationNs, std::string_view name,
        std::string_view category, const Json& facts);
    bool moment(TraceRow row, std::int64_t ns, std::string_view name, const Json& facts);

    bool isFine() const { return m_result && m_out.result(); }
    // A step of the progress; false when it is to end.
    bool count();
    const std::stop_token& stop() const { return m_stop; }

private:
    std::string& next();

    TextOutput& m_out;
    Progress* m_progress;
    const std::stop_token& m_stop;
    std::uint64_t m_uncounted = 0;
    bool m_isFirst = true;
    Expected<void> m_result;
};

} // namespace tidemark
