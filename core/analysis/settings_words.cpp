// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/settings_words.h"

#include "core/analysis/analyzed_recording.h"

#include <algorithm>

namespace tidemark {

namespace {

// Devices without an allocator have no settings that could differ.
bool hasAllocatorBehind(const Device& device)
{
    return device.curves.empty() || !device.events.empty() || device.after;
}

bool hasOwnSettings(const Device& device)
{
    return !device.allocatorConf.empty() || !device.settings.empty();
}

const std::string& confOf(const Recording& recording, const Device& device)
{
    return hasOwnSettings(device) ? device.allocatorConf : recording.allocatorConf;
}

} // namespace

std::string settingsWords(const Recording& recording)
{
    const Device* first = nullptr;
    bool areTold = !recording.settings.empty();
    for (const Device& device : recording.devices) {
        if (!hasAllocatorBehind(device))
            continue;
        areTold = areTold || hasOwnSettings(device);
        if (first == nullptr)
            first = &device;
        const bool isSame = confOf(recording, device) == confOf(recording, *first)
            && settingsOf(recording, device) == settingsOf(recording, *first);
        if (!isSame)
            return "not the same in all files";
    }
    const std::string& conf = first != nullptr ? confOf(recording, *first) : recording.allocatorConf;
    if (!conf.empty())
        return conf;
    return areTold ? "default" : "the file does not tell them; PyTorch's defaults are taken";
}

} // namespace tidemark
