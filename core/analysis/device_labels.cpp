// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/device_labels.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <string_view>

namespace tidemark {

namespace {

std::optional<int> wholeNumber(std::string_view text)
{
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = error == std::errc() && end == text.data() + text.size() && number >= 0;
    return isWhole ? std::optional(number) : std::nullopt;
}

std::optional<int> rankIn(const std::vector<Setting>& settings)
{
    for (const Setting& setting : settings) {
        if (setting.name == "rank" || setting.name == "RANK")
            return wholeNumber(setting.value);
    }
    return std::nullopt;
}

bool isDigit(char c)
{
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

// "trace_rank-12.pickle" is of rank 12.
std::optional<int> rankIn(std::string_view source)
{
    std::string small(source);
    std::transform(small.begin(), small.end(), small.begin(),
        [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    constexpr std::string_view word = "rank";
    for (std::size_t at = small.rfind(word); at != std::string::npos;
         at = at == 0 ? std::string::npos : small.rfind(word, at - 1)) {
        std::size_t begin = at + word.size();
        if (begin < small.size() && std::string_view("_-. =:").find(small[begin]) != std::string_view::npos)
            ++begin;
        std::size_t end = begin;
        while (end < small.size() && isDigit(small[end]))
            ++end;
        if (const auto rank = wholeNumber(std::string_view(small).substr(begin, end - begin)))
            return rank;
    }
    return std::nullopt;
}

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

std::optional<int> rankOf(const Recording& recording, const Device& device)
{
    if (const auto own = rankIn(device.settings))
        return own;
    if (const auto shared = rankIn(recording.settings))
        return shared;
    return rankIn(device.source);
}

std::vector<std::string> deviceLabels(const Recording& recording)
{
    std::vector<std::string> labels = rankLabels(recording);
    if (labels.empty())
        labels = sourceLabels(recording);
    if (areDistinct(labels))
        return labels;
    // One process with several devices, or files of one name.
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const std::string address = deviceAddress(recording.devices[i]);
        const bool isAlone = std::count(labels.begin(), labels.end(), labels[i]) == 1;
        if (!isAlone && labels[i] != address)
            labels[i] = fmt::format("{} · {}", labels[i], address);
    }
    return numbered(std::move(labels));
}

} // namespace tidemark
