// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/devices/missing_ranks.h"

#include "core/trace/device_rank.h"

#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <set>

namespace tidemark {

namespace {

constexpr int mostRanks = 1 << 20; // a file may say anything

std::optional<int> worldSizeIn(const std::vector<Setting>& settings)
{
    for (const Setting& setting : settings) {
        if (setting.name != "world_size" && setting.name != "WORLD_SIZE")
            continue;
        int size = 0;
        const char* end = setting.value.data() + setting.value.size();
        const auto [stop, status] = std::from_chars(setting.value.data(), end, size);
        if (status == std::errc() && stop == end && size > 0 && size <= mostRanks)
            return size;
    }
    return std::nullopt;
}

// That of every device; nothing where two differ or one tells none.
std::optional<int> worldSizeOf(const Recording& recording)
{
    std::optional<int> size;
    for (const Device& device : recording.devices) {
        const auto own = worldSizeIn(device.settings);
        const auto told = own ? own : worldSizeIn(recording.settings);
        if (!told || (size && *size != *told))
            return std::nullopt;
        size = told;
    }
    return size;
}

// "1, 3 and 5-7".
std::string listOf(const std::vector<int>& ranks)
{
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < ranks.size();) {
        std::size_t last = i;
        while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1)
            ++last;
        if (last > i + 1) {
            parts.push_back(fmt::format("{}-{}", ranks[i], ranks[last]));
            i = last + 1;
        } else {
            parts.push_back(std::to_string(ranks[i++]));
        }
    }
    std::string text = parts.front();
    for (std::size_t i = 1; i < parts.size(); ++i)
        text += (i + 1 == parts.size() ? " and " : ", ") + parts[i];
    return text;
}

} // namespace

std::vector<int> missingRanks(const Recording& recording)
{
    const auto size = worldSizeOf(recording);
    std::set<int> opened;
    for (const Device& device : recording.devices)
        if (const auto rank = rankOf(recording, device))
            opened.insert(*rank);
    std::vector<int> missing;
    if (!size || opened.size() < 2)
        return missing;
    for (int rank = 0; rank < *size; ++rank)
        if (!opened.contains(rank))
            missing.push_back(rank);
    return missing;
}

std::string missingRanksSentence(const Recording& recording)
{
    const std::vector<int> missing = missingRanks(recording);
    if (missing.empty())
        return {};
    return fmt::format("Of the {} ranks of this job {} {} missing: sums and comparisons are of the others.",
        *worldSizeOf(recording), listOf(missing), missing.size() == 1 ? "is" : "are");
}

} // namespace tidemark
