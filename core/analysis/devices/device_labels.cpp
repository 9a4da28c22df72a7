// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/devices/device_labels.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace tidemark {

namespace {

bool areDistinct(std::vector<std::string> labels)
{
    std::sort(labels.begin(), labels.end());
    return std::adjacent_find(labels.begin(), labels.end()) == labels.end();
}

// The same name a second time becomes "cpu (2)".
std::vector<std::string> numbered(std::vector<std::string> labels)
{
    std::map<std::string, int> times;
    for (std::string& label : labels) {
        if (const int time = ++times[label]; time > 1)
            label = fmt::format("{} ({})", label, time);
    }
    return labels;
}

// Empty where a device has no rank.
std::vector<std::string> rankLabels(const Recording& recording)
{
    std::vector<std::string> labels;
    for (const Device& device : recording.devices) {
        const auto rank = rankOf(recording, device);
        if (!rank)
            return {};
        labels.push_back(fmt::format("rank {}", *rank));
    }
    return labels;
}

std::vector<std::string> sourceLabels(const Recording& recording)
{
    std::vector<std::string> labels;
    for (const Device& device : recording.devices)
        labels.push_back(device.source.empty() ? deviceAddress(device) : device.source);
    return labels;
}

} // namespace

bool isPinnedHostMemory(const Device& device)
{
    return device.ordinal < 0 && device.name != "cpu";
}

std::string deviceAddress(const Device& device)
{
    if (device.name == "cpu")
        return device.name;
    if (device.ordinal < 0)
        return device.name.empty() ? "pinned host memory" : device.name;
    return fmt::format("cuda:{}", device.ordinal);
}

std::vector<std::string> deviceLabels(const Recording& recording)
{
    std::vector<std::string> labels = rankLabels(recording);
    if (labels.empty())
        labels = sourceLabels(recording);
    if (areDistinct(labels))
        return labels;
    // One process with several devices, or files of one name.
    const std::vector<std::string> first = labels;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const std::string address = deviceAddress(recording.devices[i]);
        const bool isAlone = std::count(first.begin(), first.end(), first[i]) == 1;
        if (!isAlone && labels[i] != address)
            labels[i] = fmt::format("{} · {}", labels[i], address);
    }
    return numbered(std::move(labels));
}

} // namespace tidemark
