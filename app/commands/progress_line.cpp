// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/progress_line.h"

#include <chrono>
#include <condition_variable>
#include <fmt/format.h>
#include <mutex>
#include <unistd.h>

namespace tidemark {

namespace {

constexpr auto betweenLines = std::chrono::milliseconds(100);

void tell(const std::stop_token& stop, const Progress& progress, const std::string& what)
{
    std::mutex mutex;
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, stop, betweenLines, [&] { return stop.stop_requested(); })) {
        const std::uint64_t total = progress.total;
        if (total > 0)
            fmt::print(stderr, "\r{}: {} % ", what, 100 * progress.done / total);
    }
    fmt::print(stderr, "\r\033[K");
}

} // namespace

ProgressLine::ProgressLine(const Progress& progress, std::string what)
{
    if (isatty(STDERR_FILENO) != 0)
        m_teller = std::jthread(
            [&progress, text = std::move(what)](const std::stop_token& stop) { tell(stop, progress, text); });
}

void ProgressLine::end()
{
    m_teller = {};
}

} // namespace tidemark
