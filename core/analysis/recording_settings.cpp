// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/analyzed_recording.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>

namespace tidemark {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

std::optional<double> numberIn(std::string_view text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() ? std::optional(value) : std::nullopt;
}

std::optional<std::int64_t> integerIn(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() ? std::optional(value) : std::nullopt;
}

// The next whole number in the text, which it is taken from.
std::optional<std::int64_t> takeInteger(std::string_view& text)
{
    const auto begin = std::find_if(text.begin(), text.end(), isDigit);
    const auto end = std::find_if_not(begin, text.end(), isDigit);
    const std::string_view digits =
        text.substr(static_cast<std::size_t>(begin - text.begin()), static_cast<std::size_t>(end - begin));
    text.remove_prefix(static_cast<std::size_t>(end - text.begin()));
    return integerIn(digits);
}

// PyTorch lists the divisions by the first megabyte of each interval: {"1": 0, "2": 8, "4": 8, ...}.
void readDivisions(std::string_view text, AllocatorSettings& settings)
{
    while (const auto megabytes = takeInteger(text)) {
        const auto divisions = takeInteger(text);
        if (!divisions)
            return;
        if (!std::has_single_bit(static_cast<std::uint64_t>(*megabytes)))
            continue;
        const auto interval =
            static_cast<std::size_t>(std::countr_zero(static_cast<std::uint64_t>(*megabytes)));
        const bool isPower = std::has_single_bit(static_cast<std::uint64_t>(*divisions));
        if (interval < settings.roundupPower2Divisions.size() && (*divisions == 0 || isPower))
            settings.roundupPower2Divisions[interval] = static_cast<std::uint64_t>(*divisions);
    }
}

// One entry of a snapshot's `allocator_settings`; what it says was in force when the file was written.
void readSetting(const Setting& setting, AllocatorSettings& settings)
{
    if (setting.name == "max_split_size") {
        if (const auto bytes = integerIn(setting.value))
            settings.maxSplitSize =
                *bytes < 0 ? AllocatorSettings::unlimited : static_cast<std::uint64_t>(*bytes);
    } else if (setting.name == "garbage_collection_threshold") {
        if (const auto share = numberIn(setting.value); share && *share >= 0 && *share < 1)
            settings.garbageCollectionThreshold = *share;
    } else if (setting.name == "expandable_segments") {
        settings.expandableSegments =
            setting.value == "True" || setting.value == "true" || setting.value == "1";
    } else if (setting.name == "roundup_power2_divisions") {
        readDivisions(setting.value, settings);
    }
}

AllocatorSettings settingsFrom(const std::string& conf, const std::vector<Setting>& list)
{
    // A text that PyTorch took but that is not understood here leaves the defaults, and what the list says.
    AllocatorSettings settings = AllocatorSettings::parse(conf).value_or(AllocatorSettings{});
    for (const Setting& setting : list)
        readSetting(setting, settings);
    return settings;
}

} // namespace

AllocatorSettings settingsOf(const Recording& recording)
{
    return settingsFrom(recording.allocatorConf, recording.settings);
}

AllocatorSettings settingsOf(const Recording& recording, const Device& device)
{
    const bool hasOwn = !device.allocatorConf.empty() || !device.settings.empty();
    return hasOwn ? settingsFrom(device.allocatorConf, device.settings) : settingsOf(recording);
}

} // namespace tidemark
