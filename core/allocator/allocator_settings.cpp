// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/allocator_settings.h"

#include "core/allocator/settings_syntax.h"
#include "core/allocator/size_rules.h"
#include "core/base/bytes.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <span>

namespace tidemark {

namespace {

using Settings = AllocatorSettings;

template <class Number>
std::optional<Number> readNumber(std::string_view text)
{
    Number number = {};
    const char* const end = text.data() + text.size();
    const auto [stop, status] = std::from_chars(text.data(), end, number);
    if (status != std::errc() || stop != end)
        return std::nullopt;
    return number;
}

std::optional<std::uint64_t> readMegabytes(std::string_view text, std::uint64_t minBytes)
{
    const auto number = readNumber<std::uint64_t>(text);
    if (!number)
        return std::nullopt;
    const std::uint64_t bytes = std::min(*number, Settings::unlimited / mebibyte) * mebibyte;
    return bytes >= minBytes ? std::optional(bytes) : std::nullopt;
}

// Each reader says whether the value is good, and only then changes the settings.

bool readFlag(std::string_view value, bool& flag)
{
    if (value != "True" && value != "False")
        return false;
    flag = value == "True";
    return true;
}

bool readIgnoredFlag(Settings&, std::string_view value)
{
    bool ignored = false;
    return readFlag(value, ignored);
}

bool readBackend(Settings&, std::string_view value)
{
    return value == "native";
}

bool readLargeSegment(Settings& settings, std::string_view value)
{
    const auto bytes = readMegabytes(value, size_rules::minLargeAlloc + 1);
    if (!bytes)
        return false;
    settings.largeSegmentSize = *bytes;
    settings.maxNonSplitRounding = *bytes;
    return true;
}

bool readMaxSplit(Settings& settings, std::string_view value)
{
    const auto bytes = readMegabytes(value, settings.largeSegmentSize);
    settings.maxSplitSize = bytes.value_or(settings.maxSplitSize);
    return bytes.has_value();
}

bool readMaxNonSplitRounding(Settings& settings, std::string_view value)
{
    const auto bytes = readMegabytes(value, settings.largeSegmentSize);
    settings.maxNonSplitRounding = bytes.value_or(settings.maxNonSplitRounding);
    return bytes.has_value();
}

bool readGarbageCollection(Settings& settings, std::string_view value)
{
    const auto share = readNumber<double>(value);
    if (!share || !(*share > 0 && *share < 1))
        return false;
    settings.garbageCollectionThreshold = *share;
    return true;
}

bool readMemoryFraction(Settings& settings, std::string_view value)
{
    const auto share = readNumber<double>(value);
    if (!share || !(*share >= 0 && *share <= 1))
        return false;
    settings.perProcessMemoryFraction = *share;
    return true;
}

bool readExpandable(Settings& settings, std::string_view value)
{
    return readFlag(value, settings.expandableSegments);
}

bool readThrowOnOom(Settings& settings, std::string_view value)
{
    return readFlag(value, settings.throwOnCudamallocOom);
}

bool readRegisterThreads(Settings&, std::string_view value)
{
    const auto threads = readNumber<std::uint64_t>(value);
    return threads && std::has_single_bit(*threads) && *threads <= 128;
}

bool readPinnedReserve(Settings&, std::string_view value)
{
    return readMegabytes(value, 1).has_value();
}

std::optional<std::uint64_t> readDivisions(std::string_view value)
{
    const auto divisions = readNumber<std::uint64_t>(value);
    return divisions && (*divisions == 0 || std::has_single_bit(*divisions)) ? divisions : std::nullopt;
}

// "[64:8,256:4,>:1]": the first key also sets all smaller sizes, ">" all above the last key; gaps stay off.
bool readDivisionList(Settings& settings, std::string_view value)
{
    const auto entries = splitSettingsList(value);
    if (!entries)
        return false;
    auto intervals = settings.roundupPower2Divisions;
    std::optional<std::size_t> last;
    for (const SettingsEntry& entry : *entries) {
        const auto divisions = readDivisions(entry.value);
        if (!divisions)
            return false;
        if (entry.key == ">") {
            std::fill(
                intervals.begin() + (last ? std::ptrdiff_t(*last) + 1 : 1), intervals.end(), *divisions);
            continue;
        }
        const auto megabytes = readNumber<std::uint64_t>(entry.key);
        if (!megabytes || !std::has_single_bit(*megabytes))
            return false;
        const std::size_t index =
            std::min(static_cast<std::size_t>(std::bit_width(*megabytes) - 1), intervals.size() - 1);
        std::fill(intervals.begin() + std::ptrdiff_t(last ? index : 0),
            intervals.begin() + std::ptrdiff_t(index) + 1, *divisions);
        last = index;
    }
    settings.roundupPower2Divisions = intervals;
    return true;
}

bool readRoundup(Settings& settings, std::string_view value)
{
    if (value.front() == '[')
        return readDivisionList(settings, value);
    const auto divisions = readDivisions(value);
    if (!divisions || *divisions == 0)
        return false;
    settings.roundupPower2Divisions.fill(*divisions);
    return true;
}

struct Key {
    std::string_view name;
    std::string_view validValues;
    bool (*read)(Settings&, std::string_view);
};

constexpr std::string_view flagValues = "True or False";
constexpr std::string_view largeSegmentKey = "large_segment_size_mb";
constexpr std::string_view atLeastASegment =
    "a whole number of MiB, at least large_segment_size_mb (20 unless set)";

constexpr std::array<Key, 16> keys = {{
    {"backend", "native; the cudaMallocAsync backend has another policy, which Tidemark does not follow",
        readBackend},
    {"expandable_segments", flagValues, readExpandable},
    {"garbage_collection_threshold", "a number above 0 and below 1", readGarbageCollection},
    {"graph_capture_record_stream_reuse", flagValues, readIgnoredFlag},
    {largeSegmentKey, "a whole number of MiB, more than 10", readLargeSegment},
    {"max_non_split_rounding_mb", atLeastASegment, readMaxNonSplitRounding},
    {"max_split_size_mb", atLeastASegment, readMaxSplit},
    {"per_process_memory_fraction", "a number from 0 to 1", readMemoryFraction},
    {"pinned_num_register_threads", "a power of two up to 128", readRegisterThreads},
    {"pinned_reserve_segment_size_mb", "a whole number of MiB above 0", readPinnedReserve},
    {"pinned_use_background_threads", flagValues, readIgnoredFlag},
    {"pinned_use_cuda_host_register", flagValues, readIgnoredFlag},
    {"release_lock_on_cudamalloc", flagValues, readIgnoredFlag},
    {"release_lock_on_hipmalloc", flagValues, readIgnoredFlag},
    {"roundup_power2_divisions",
        "a power of two, or a list such as [64:8,256:4,>:1] of sizes in MiB (powers of two, or > for all "
        "larger "
        "ones) and divisions (powers of two, or 0 for off)",
        readRoundup},
    {"throw_on_cudamalloc_oom", flagValues, readThrowOnOom},
}};

const Key* findKey(std::string_view name)
{
    const auto found =
        std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.name == name; });
    return found == keys.end() ? nullptr : &*found;
}

std::string allKeys()
{
    std::vector<std::string_view> names;
    for (const Key& key : keys)
        names.push_back(key.name);
    return fmt::format("{}", fmt::join(names, ", "));
}

Expected<void> apply(const SettingsEntry& entry, Settings& settings)
{
    const Key* const key = findKey(entry.key);
    if (!key)
        return fail(
            fmt::format("\"{}\" is not an allocator setting. Valid settings: {}.", entry.key, allKeys()));
    if (!key->read(settings, entry.value))
        return fail(fmt::format("\"{}\" is not a valid allocator setting. {} takes {}.", entry.text(),
            key->name, key->validValues));
    return {};
}

// What AcceleratorAllocatorConfig::parseArgs (c10/core/AllocatorConfig.cpp) forgets before it reads.
void resetForParse(Settings& settings)
{
    const Settings defaults;
    settings.maxSplitSize = defaults.maxSplitSize;
    settings.roundupPower2Divisions = defaults.roundupPower2Divisions;
    settings.garbageCollectionThreshold = defaults.garbageCollectionThreshold;
    settings.maxNonSplitRounding = settings.largeSegmentSize;
}

} // namespace

Expected<AllocatorSettings> AllocatorSettings::parse(std::string_view conf)
{
    return parse(conf, AllocatorSettings());
}

Expected<AllocatorSettings> AllocatorSettings::parse(std::string_view conf, const AllocatorSettings& previous)
{
    const auto entries = splitSettings(conf);
    if (!entries)
        return tl::unexpected(entries.error());
    AllocatorSettings settings = previous;
    resetForParse(settings);
    // The size of a large segment bounds other values, so PyTorch reads it first.
    for (const bool largeSegmentTurn : {true, false})
        for (const SettingsEntry& entry : *entries)
            if ((entry.key == largeSegmentKey) == largeSegmentTurn)
                if (const auto done = apply(entry, settings); !done)
                    return tl::unexpected(done.error());
    return settings;
}

std::uint64_t AllocatorSettings::roundupDivisions(std::uint64_t size) const
{
    constexpr int firstInterval = 20; // 1 MiB
    const int interval = static_cast<int>(std::bit_width(size)) - 1 - firstInterval;
    const int last = static_cast<int>(roundupPower2Divisions.size()) - 1;
    return roundupPower2Divisions[static_cast<std::size_t>(std::clamp(interval, 0, last))];
}

} // namespace tidemark
