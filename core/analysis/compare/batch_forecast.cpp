// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/batch_forecast.h"

#include "core/analysis/scopes/phase_peaks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace tidemark {

namespace {

using Moment = BatchForecast::Moment;

const std::vector<Setting>& settingsOfRun(const Recording& recording, std::size_t device)
{
    const Device& own = recording.devices[device];
    return own.settings.empty() ? recording.settings : own.settings;
}

const Setting* settingNamed(const std::vector<Setting>& settings, std::string_view name)
{
    const auto found = std::find_if(
        settings.begin(), settings.end(), [name](const Setting& setting) { return setting.name == name; });
    return found == settings.end() ? nullptr : &*found;
}

// The events at which allocated memory changes, one after the other.
class Changes {
public:
    explicit Changes(const DeviceHistory& history)
        : m_history(history)
        , m_level(history.valueAt(Curve::Allocated, 0))
    { }

    // To behind the next one; false at the end.
    bool next()
    {
        while (m_position < m_history.eventCount()) {
            const std::int64_t before = m_level;
            m_level = m_history.valueAt(Curve::Allocated, ++m_position);
            m_rises = m_level > before;
            if (m_level != before)
                return true;
        }
        return false;
    }

    bool rises() const { return m_rises; }
    std::int64_t level() const { return m_level; }
    std::uint64_t position() const { return m_position; }

private:
    const DeviceHistory& m_history;
    std::size_t m_position = 0;
    std::int64_t m_level = 0;
    bool m_rises = false;
};

// As long as both runs rise and fall alike.
std::vector<Moment> momentsInBoth(const BatchRun& a, const BatchRun& b)
{
    Changes ofA(*a.history);
    Changes ofB(*b.history);
    std::vector<Moment> moments = {{ofA.level(), ofB.level(), 0, 0}};
    while (ofA.next() && ofB.next() && ofA.rises() == ofB.rises())
        moments.push_back({ofA.level(), ofB.level(), ofA.position(), ofB.position()});
    return moments;
}

std::vector<Moment> phasesInBoth(const BatchRun& a, const BatchRun& b)
{
    const auto peaksOf = [](const BatchRun& run) {
        std::vector<PhasePeak> peaks = phasePeaks(*run.recording, run.device, *run.history);
        const auto isWhole = [](const PhasePeak& peak) { return peak.phase == "whole step"; };
        if (!std::all_of(peaks.begin(), peaks.end(), isWhole))
            std::erase_if(peaks, isWhole);
        return peaks;
    };
    std::vector<Moment> moments;
    for (const PhasePeakPair& pair : mostOfAllSteps(aligned(peaksOf(a), peaksOf(b))))
        if (pair.a && pair.b)
            moments.push_back({pair.a->allocated, pair.b->allocated, pair.a->position, pair.b->position});
    return moments;
}

bool holdPeaks(const std::vector<Moment>& moments, const BatchForecast& forecast)
{
    const auto reaches = [&](std::int64_t Moment::*level, std::int64_t peak) {
        return std::any_of(
            moments.begin(), moments.end(), [&](const Moment& moment) { return moment.*level == peak; });
    };
    return reaches(&Moment::a, forecast.peakA) && reaches(&Moment::b, forecast.peakB);
}

// Whether `middle` is below one of the two others everywhere; each grows more than the one before.
bool isBelow(const Moment& middle, const Moment& flatter, const Moment& steeper)
{
    const auto growth = [](const Moment& moment) { return static_cast<long double>(moment.b - moment.a); };
    const auto above = [](const Moment& left, const Moment& right) {
        return static_cast<long double>(left.a - right.a);
    };
    return above(flatter, steeper) * (growth(middle) - growth(flatter))
        <= above(flatter, middle) * (growth(steeper) - growth(flatter));
}

// The upper hull of the lines.
std::vector<Moment> highestOf(std::vector<Moment> moments)
{
    std::stable_sort(moments.begin(), moments.end(), [](const Moment& left, const Moment& right) {
        const std::int64_t apart = (left.b - left.a) - (right.b - right.a);
        return apart != 0 ? apart < 0 : left.a > right.a;
    });
    std::vector<Moment> hull;
    for (const Moment& moment : moments) {
        if (!hull.empty() && moment.b - moment.a == hull.back().b - hull.back().a)
            continue;
        while (hull.size() > 1 && isBelow(hull.back(), hull[hull.size() - 2], moment))
            hull.pop_back();
        hull.push_back(moment);
    }
    return hull;
}

std::vector<std::string> otherDifferencesOf(const BatchRun& a, const BatchRun& b)
{
    constexpr std::array expected = {std::string_view("batch"), std::string_view("steps"),
        std::string_view("seed"), std::string_view("limit")};
    std::vector<std::string> differences;
    if (a.recording->workload != b.recording->workload)
        differences.push_back(fmt::format("workload ({}, {})", a.recording->workload, b.recording->workload));
    const std::vector<Setting>& ofB = settingsOfRun(*b.recording, b.device);
    for (const Setting& setting : settingsOfRun(*a.recording, a.device)) {
        const Setting* other = settingNamed(ofB, setting.name);
        if (other == nullptr || other->value == setting.value
            || std::find(expected.begin(), expected.end(), setting.name) != expected.end())
            continue;
        differences.push_back(fmt::format("{} ({}, {})", setting.name, setting.value, other->value));
    }
    return differences;
}

void follow(BatchForecast& forecast, const BatchRun& a, const BatchRun& b)
{
    std::vector<Moment> moments = momentsInBoth(a, b);
    forecast.basis = BatchForecast::Basis::Moments;
    if (!holdPeaks(moments, forecast)) {
        moments = phasesInBoth(a, b);
        forecast.basis = BatchForecast::Basis::Phases;
    }
    if (!holdPeaks(moments, forecast)) {
        moments = {{forecast.peakA, forecast.peakB, a.history->peak(Curve::Allocated).position,
            b.history->peak(Curve::Allocated).position}};
        forecast.basis = BatchForecast::Basis::Peaks;
    }
    forecast.followed = moments.size();
    forecast.highest = highestOf(std::move(moments));
}

} // namespace

std::int64_t BatchForecast::lineAt(std::int64_t a, std::int64_t b, std::int64_t batch) const
{
    const long double share =
        static_cast<long double>(batch - batchA) / static_cast<long double>(batchB - batchA);
    return std::llround(static_cast<long double>(a) + share * static_cast<long double>(b - a));
}

const Moment& BatchForecast::highestAt(std::int64_t batch) const
{
    return *std::max_element(highest.begin(), highest.end(), [&](const Moment& left, const Moment& right) {
        return lineAt(left.a, left.b, batch) < lineAt(right.a, right.b, batch);
    });
}

std::int64_t BatchForecast::allocatedAt(std::int64_t batch) const
{
    const Moment& moment = highestAt(batch);
    return lineAt(moment.a, moment.b, batch);
}

std::int64_t BatchForecast::reservedAt(std::int64_t batch) const
{
    return std::llround(static_cast<long double>(allocatedAt(batch)) * static_cast<long double>(reservedPeakB)
        / static_cast<long double>(peakB));
}

BatchForecast::Range BatchForecast::reservedRangeAt(std::int64_t batch) const
{
    const std::int64_t allocated = allocatedAt(batch);
    const std::int64_t asInA = std::llround(static_cast<long double>(allocated)
        * static_cast<long double>(reservedPeakA) / static_cast<long double>(peakA));
    const auto [least, most] =
        std::minmax({asInA, reservedAt(batch), lineAt(reservedPeakA, reservedPeakB, batch)});
    return {std::max(least, allocated), std::max(most, allocated)};
}

std::optional<std::int64_t> BatchForecast::largestAllocated(std::uint64_t bytes) const
{
    constexpr long double most = 1e15L; // of samples: memory that hardly grows
    std::optional<std::int64_t> largest;
    for (const Moment& moment : highest) {
        if (moment.b <= moment.a)
            continue;
        const long double room = static_cast<long double>(bytes) - static_cast<long double>(moment.a);
        const long double batch = static_cast<long double>(batchA)
            + room * static_cast<long double>(batchB - batchA)
                / static_cast<long double>(moment.b - moment.a);
        const auto whole = static_cast<std::int64_t>(std::floor(std::clamp(batch, 0.0L, most)));
        largest = std::min(largest.value_or(whole), whole);
    }
    if (largest && *largest > 0 && allocatedAt(*largest) > static_cast<std::int64_t>(bytes))
        return 0;
    return largest;
}

std::optional<std::int64_t> BatchForecast::largestReserved(std::uint64_t bytes) const
{
    const long double share = static_cast<long double>(peakB) / static_cast<long double>(reservedPeakB);
    return largestAllocated(static_cast<std::uint64_t>(static_cast<long double>(bytes) * share));
}

std::optional<std::int64_t> batchOf(const Recording& recording, std::size_t device)
{
    const Setting* setting = settingNamed(settingsOfRun(recording, device), "batch");
    std::int64_t batch = 0;
    if (setting == nullptr)
        return std::nullopt;
    const char* end = setting->value.data() + setting->value.size();
    const auto [stop, status] = std::from_chars(setting->value.data(), end, batch);
    return status == std::errc() && stop == end && batch > 0 ? std::optional(batch) : std::nullopt;
}

Expected<BatchForecast> batchForecast(const BatchRun& first, const BatchRun& second)
{
    if (first.batch == second.batch)
        return fail(fmt::format(
            "both runs have batch {}: what grows with it takes two different ones to tell", first.batch));
    const BatchRun& a = first.batch < second.batch ? first : second;
    const BatchRun& b = first.batch < second.batch ? second : first;
    BatchForecast forecast;
    forecast.batchA = a.batch;
    forecast.batchB = b.batch;
    forecast.peakA = a.history->peak(Curve::Allocated).bytes;
    forecast.peakB = b.history->peak(Curve::Allocated).bytes;
    forecast.reservedPeakA = a.history->peak(Curve::Reserved).bytes;
    forecast.reservedPeakB = b.history->peak(Curve::Reserved).bytes;
    if (forecast.peakA <= 0 || forecast.peakB <= 0 || forecast.reservedPeakB <= 0)
        return fail("a run of the two allocates nothing on this device: there is nothing to go by");
    forecast.otherDifferences = otherDifferencesOf(a, b);
    follow(forecast, a, b);
    return forecast;
}

std::vector<BatchShare> sharesAt(
    const BatchForecast& forecast, const BatchRun& first, const BatchRun& second, std::int64_t batch)
{
    const BatchRun& a = first.batch < second.batch ? first : second;
    const BatchRun& b = first.batch < second.batch ? second : first;
    const Moment& moment = forecast.highestAt(batch);
    std::vector<BatchShare> shares(memoryCategoryCount);
    const auto sum = [&](const BatchRun& run, std::uint64_t position, std::int64_t BatchShare::*bytes) {
        for (const Allocation& allocation : run.attribution->allocations)
            if (allocation.isAliveAt(position))
                shares[static_cast<std::size_t>(allocation.category)].*bytes +=
                    static_cast<std::int64_t>(allocation.bytes);
    };
    sum(a, moment.positionA, &BatchShare::a);
    sum(b, moment.positionB, &BatchShare::b);
    for (std::size_t i = 0; i < shares.size(); ++i)
        shares[i].category = static_cast<MemoryCategory>(i);
    std::erase_if(shares, [](const BatchShare& share) { return share.a == 0 && share.b == 0; });
    std::stable_sort(shares.begin(), shares.end(), [&](const BatchShare& left, const BatchShare& right) {
        return forecast.lineAt(left.a, left.b, batch) > forecast.lineAt(right.a, right.b, batch);
    });
    return shares;
}

} // namespace tidemark
