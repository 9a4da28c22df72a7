// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/base/bytes.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

// Where a curve of one device stands highest, the first time.
struct DevicePeak {
    std::int64_t bytes = 0;
    std::size_t position = 0; // see DeviceHistory
    std::int64_t timeUs = 0; // of the event that led there, since the Unix epoch; 0: not known
};

// A peak of one device against those of the others.
struct PeerDistance {
    std::int64_t median = 0; // of the others' peaks, bytes
    std::int64_t bytes = 0; // this peak less that; negative: below
    // Of the median; nothing where that is 0.
    std::optional<double> percent() const;
};

struct ComparedDevice {
    std::string label; // see deviceLabels()
    bool isCompared = false; // has reserved memory, and is no pinned host memory
    std::array<DevicePeak, curveCount> peaks; // by Curve
    std::array<std::int64_t, curveCount> end{}; // bytes, by Curve
    std::array<PeerDistance, curveCount> distance; // zero unless there are others to compare with
    std::uint64_t ooms = 0;
    std::optional<std::int64_t>
        retries; // num_alloc_retries, where the recording carries the allocator's figures
    bool isOutlier = false; // see isOutlier()
    std::size_t eventsSeen = 0;

    const DevicePeak& peak(Curve curve) const { return peaks[static_cast<std::size_t>(curve)]; }
    const PeerDistance& distanceOf(Curve curve) const { return distance[static_cast<std::size_t>(curve)]; }
};

// The devices of a recording side by side. Of a device that has only sampled curves, those named "allocated"
// and "reserved" count.
struct DeviceComparison {
    std::vector<ComparedDevice> devices; // by place in Recording::devices
    std::size_t comparedCount = 0;
    std::array<std::int64_t, curveCount> median{}; // of the compared devices' peaks, by Curve

    // There is more than one to compare.
    bool isMeaningful() const { return comparedCount > 1; }
};

// `before`: the comparison of the same recording when it was shorter; then only what came since is counted.
DeviceComparison compareDevices(const AnalyzedRecording& recording, const DeviceComparison& before = {});

// Whether a peak stands out among those of the other devices. It does when all three hold:
// - it is more than 10 % above their median, which few would call equal work;
// - it is more than 20 MiB above it: the allocator gets most of its memory in segments of 20 MiB
//   (kLargeBuffer in c10/cuda/CUDACachingAllocator.h), and one of them more says nothing;
// - it is more than three times as far above it as the others usually are apart from it (the median of their
//   distances): stages of a pipeline, which all differ, have no outlier.
// Medians, so that one device cannot hide by pulling the middle along. Never true of more than half of them.
bool isOutlier(std::int64_t peak, std::vector<std::int64_t> others);

// "rank 3 reserves 2.10 GiB (38 %) more than the median of the other 7", or that nobody stands out. Empty
// unless isMeaningful().
std::string outlierSentence(const DeviceComparison& comparison, ByteUnits units = ByteUnits::Binary);

} // namespace tidemark
