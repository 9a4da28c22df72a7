// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace tidemark::ui {

// Follows the events of a file while it is still being read, on a thread of its own, so that reading does
// not wait. Only what is right is handed on: once the events contradict an empty beginning nobody knows the
// state before them, which the file tells at its end at the earliest.
class PreviewFollower {
public:
    // `publish` is called on the follower's thread; with null, once, when what was shown must go.
    using Publish = std::function<void(std::shared_ptr<const AnalyzedRecording>)>;
    explicit PreviewFollower(Publish publish);

    // The recording as far as it has been read; replaces one that was not followed yet.
    void take(const Recording& recording);
    // Nothing is published any more once this returns.
    void stop();

private:
    void run(const std::stop_token& stop);
    void follow(Recording recording, const std::stop_token& stop);
    bool advance(const Recording& recording, const std::stop_token& stop);

    Publish m_publish;
    std::vector<DeviceHistory> m_histories;
    bool m_isRefuted = false;
    std::mutex m_mutex;
    std::condition_variable_any m_arrived;
    std::optional<Recording> m_next; // under m_mutex
    std::jthread m_thread; // last: stops before what it uses goes
};

} // namespace tidemark::ui
