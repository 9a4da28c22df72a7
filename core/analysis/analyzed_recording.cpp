// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyzed_recording.h"

namespace tidemark {

AnalyzedRecording analyze(Recording recording, const std::stop_token& stop)
{
    constexpr std::size_t eventsBetweenLooks = 65536;
    AnalyzedRecording result;
    const AllocatorSettings settings = settingsOf(recording);
    result.histories.reserve(recording.devices.size());
    for (Device& device : recording.devices) {
        DeviceHistory& history = result.histories.emplace_back(settings);
        while (!history.advance(device, eventsBetweenLooks) && !stop.stop_requested()) { }
    }
    result.recording = std::move(recording);
    return result;
}

} // namespace tidemark
