// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/devices/device_comparison.h"

#include "core/analysis/devices/device_labels.h"
#include "core/base/bytes.h"

#include <algorithm>
#include <fmt/format.h>

namespace tidemark {

namespace {

constexpr std::array<std::string_view, curveCount> curveNames = {"allocated", "active", "reserved"};

std::int64_t timeAt(const Device& device, std::size_t position)
{
    return position == 0 || position > device.events.size() ? 0 : device.events.timeUs()[position - 1];
}

std::uint64_t oomsFrom(const EventColumns& events, std::size_t begin, std::size_t end)
{
    std::uint64_t ooms = 0;
    while (begin < end) {
        const auto actions = events.action().run(begin, end);
        ooms += static_cast<std::uint64_t>(std::count(actions.begin(), actions.end(), Action::Oom));
        begin += actions.size();
    }
    return ooms;
}

// The newest that the allocator itself said.
std::optional<std::int64_t> retriesOf(const Device& device)
{
    for (auto sample = device.statistics.rbegin(); sample != device.statistics.rend(); ++sample) {
        for (const auto& [name, value] : sample->values) {
            if (name == "num_alloc_retries")
                return value;
        }
    }
    return std::nullopt;
}

void takeSamples(const SampledCurve& samples, DevicePeak& peak, std::int64_t& end)
{
    peak = {};
    for (std::size_t i = 0; i < samples.bytes.size(); ++i) {
        if (samples.bytes[i] > peak.bytes)
            peak = {samples.bytes[i], 0, samples.timeUs[i]};
    }
    end = samples.bytes.empty() ? 0 : samples.bytes.back();
}

void takeFigures(const Device& device, const DeviceHistory& history, ComparedDevice& compared)
{
    for (std::size_t curve = 0; curve < curveCount; ++curve) {
        const auto peak = history.peak(static_cast<Curve>(curve));
        compared.peaks[curve] = {peak.bytes, peak.position, timeAt(device, peak.position)};
        compared.end[curve] = history.valueAt(static_cast<Curve>(curve), history.eventCount());
        for (const SampledCurve& samples : device.curves) {
            if (device.events.empty() && samples.name == curveNames[curve])
                takeSamples(samples, compared.peaks[curve], compared.end[curve]);
        }
    }
    compared.ooms += oomsFrom(device.events, compared.eventsSeen, history.eventCount());
    compared.eventsSeen = history.eventCount();
    compared.retries = retriesOf(device);
    compared.isCompared = !isPinnedHostMemory(device) && compared.peak(Curve::Reserved).bytes > 0;
}

// Of an even number of values the mean of the middle two. Reorders the values; there must be one.
std::int64_t medianOf(std::vector<std::int64_t>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    const std::int64_t below = *std::max_element(values.begin(), middle);
    return below + (*middle - below) / 2;
}

std::vector<std::int64_t> peaksBut(const DeviceComparison& comparison, std::size_t curve, std::size_t left)
{
    std::vector<std::int64_t> peaks;
    for (std::size_t i = 0; i < comparison.devices.size(); ++i) {
        if (comparison.devices[i].isCompared && i != left)
            peaks.push_back(comparison.devices[i].peaks[curve].bytes);
    }
    return peaks;
}

void measure(DeviceComparison& comparison, std::size_t curve)
{
    constexpr std::size_t nobody = SIZE_MAX;
    auto all = peaksBut(comparison, curve, nobody);
    comparison.median[curve] = all.empty() ? 0 : medianOf(all);
    for (std::size_t i = 0; i < comparison.devices.size(); ++i) {
        ComparedDevice& device = comparison.devices[i];
        device.distance[curve] = {};
        if (!device.isCompared || !comparison.isMeaningful())
            continue;
        auto others = peaksBut(comparison, curve, i);
        const std::int64_t median = medianOf(others);
        device.distance[curve] = {median, device.peaks[curve].bytes - median};
        if (static_cast<Curve>(curve) == Curve::Reserved)
            device.isOutlier = isOutlier(device.peaks[curve].bytes, std::move(others));
    }
}

// " (38 %)", or nothing where the others hold none.
std::string percentText(const PeerDistance& distance)
{
    const auto percent = distance.percent();
    return percent ? fmt::format(" ({:.0f} %)", *percent) : std::string();
}

std::string listOf(const std::vector<const ComparedDevice*>& devices, ByteUnits units)
{
    constexpr std::size_t most = 4;
    std::string text;
    const std::size_t named = std::min(devices.size(), most);
    for (std::size_t i = 0; i < named; ++i) {
        const PeerDistance& distance = devices[i]->distanceOf(Curve::Reserved);
        text += fmt::format("{}{} by {}{}",
            i == 0                        ? ""
                : i + 1 == devices.size() ? " and "
                                          : ", ",
            devices[i]->label, formatBytes(distance.bytes, units), percentText(distance));
    }
    if (devices.size() > most)
        text += fmt::format(" and {} more", devices.size() - most);
    return text;
}

std::string peersOf(const DeviceComparison& comparison, const ComparedDevice& one)
{
    if (comparison.comparedCount > 2)
        return fmt::format("the median of the other {}", comparison.comparedCount - 1);
    const auto other = std::find_if(comparison.devices.begin(), comparison.devices.end(),
        [&one](const ComparedDevice& device) { return device.isCompared && &device != &one; });
    return other->label;
}

// "Nobody stands out: the 8 peaks of reserved are 2.40 GiB to 2.55 GiB."
std::string nobodySentence(const DeviceComparison& comparison, ByteUnits units)
{
    constexpr std::size_t nobody = SIZE_MAX;
    const auto peaks = peaksBut(comparison, static_cast<std::size_t>(Curve::Reserved), nobody);
    const auto [least, most] = std::minmax_element(peaks.begin(), peaks.end());
    const std::string from = formatBytes(*least, units);
    const std::string to = formatBytes(*most, units);
    return fmt::format("Nobody stands out: {} peaks of reserved are {}{}.", peaks.size(), from,
        from == to ? std::string() : " to " + to);
}

} // namespace

std::optional<double> PeerDistance::percent() const
{
    if (median == 0)
        return std::nullopt;
    return 100.0 * static_cast<double>(bytes) / static_cast<double>(median);
}

bool isOutlier(std::int64_t peak, std::vector<std::int64_t> others)
{
    constexpr double leastShare = 0.10;
    constexpr auto leastBytes = static_cast<std::int64_t>(20 * mebibyte);
    constexpr double leastSpreads = 3;
    if (others.empty())
        return false;
    const std::int64_t median = medianOf(others);
    const std::int64_t above = peak - median;
    if (above <= leastBytes || static_cast<double>(above) <= leastShare * static_cast<double>(median))
        return false;
    for (std::int64_t& other : others)
        other = std::abs(other - median);
    return static_cast<double>(above) > leastSpreads * static_cast<double>(medianOf(others));
}

DeviceComparison compareDevices(const AnalyzedRecording& analyzed, const DeviceComparison& before)
{
    const auto& devices = analyzed.recording.devices;
    DeviceComparison comparison;
    std::vector<std::string> labels = deviceLabels(analyzed.recording);
    for (std::size_t i = 0; i < devices.size(); ++i) {
        ComparedDevice& device = comparison.devices.emplace_back();
        if (i < before.devices.size() && before.devices[i].eventsSeen <= analyzed.histories[i].eventCount()) {
            device.ooms = before.devices[i].ooms;
            device.eventsSeen = before.devices[i].eventsSeen;
        }
        device.label = std::move(labels[i]);
        takeFigures(devices[i], analyzed.histories[i], device);
        comparison.comparedCount += device.isCompared ? 1 : 0;
    }
    for (std::size_t curve = 0; curve < curveCount; ++curve)
        measure(comparison, curve);
    return comparison;
}

std::string outlierSentence(const DeviceComparison& comparison, ByteUnits units)
{
    if (!comparison.isMeaningful())
        return {};
    std::vector<const ComparedDevice*> outliers;
    for (const ComparedDevice& device : comparison.devices) {
        if (device.isOutlier)
            outliers.push_back(&device);
    }
    if (outliers.empty())
        return nobodySentence(comparison, units);
    if (outliers.size() == 1) {
        const ComparedDevice& one = *outliers.front();
        const PeerDistance& distance = one.distanceOf(Curve::Reserved);
        return fmt::format("{} reserves {}{} more than {}.", one.label, formatBytes(distance.bytes, units),
            percentText(distance), peersOf(comparison, one));
    }
    std::sort(outliers.begin(), outliers.end(), [](const ComparedDevice* left, const ComparedDevice* right) {
        return left->distanceOf(Curve::Reserved).bytes > right->distanceOf(Curve::Reserved).bytes;
    });
    return fmt::format("{} of the {} reserve more than the median of the others: {}.", outliers.size(),
        comparison.comparedCount, listOf(outliers, units));
}

} // namespace tidemark
