// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <thread>
#include <utility>

namespace tidemark::ui {

// Does `work`, which takes a stop token, on a thread of its own: as soon as what `thread` did before, which
// is told to stop, has ended. It is waited for there and not here, where people wait for the window.
template <class Work>
void workNext(std::jthread& thread, Work work)
{
    thread.request_stop();
    thread = std::jthread(
        [before = std::move(thread), work = std::move(work)](const std::stop_token& stop) mutable {
            before = {};
            work(stop);
        });
}

} // namespace tidemark::ui
