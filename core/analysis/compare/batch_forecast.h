// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/holders/attribution.h"
#include "core/base/error.h"

#include <optional>
#include <string>
#include <vector>

namespace tidemark {

// A recorded run of a program at one batch size. Refers to what it was made from.
struct BatchRun {
    const Recording* recording = nullptr;
    std::size_t device = 0;
    const DeviceHistory* history = nullptr;
    const Attribution* attribution = nullptr;
    std::int64_t batch = 0;
};

// How much memory a program needs at other batch sizes, from two runs of it. Assumes that what is allocated
// at a given moment of the program is a fixed part and a part for each sample: a straight line over the
// batch. The peak is the highest of these lines, so it may bend where another moment becomes the highest.
struct BatchForecast {
    // What was followed from one run to the other, the first that can be.
    enum class Basis : std::uint8_t {
        Moments, // every allocation and free, which came in the same order in both until behind their peaks
        Phases, // the peak of each phase of a step, over all steps
        Peaks, // the one peak of each run: too low where it is another moment's
    };

    // Allocated bytes at the same moment of both runs. Positions as in DeviceHistory.
    struct Moment {
        std::int64_t a = 0;
        std::int64_t b = 0;
        std::uint64_t positionA = 0;
        std::uint64_t positionB = 0;
    };

    Basis basis = Basis::Peaks;
    std::size_t followed = 0; // moments, or phases
    std::int64_t batchA = 0; // the smaller
    std::int64_t batchB = 0;
    std::vector<Moment> highest; // those that are highest at some batch; by growth
    std::int64_t peakA = 0; // of allocated memory
    std::int64_t peakB = 0;
    std::int64_t reservedPeakA = 0; // what the allocator kept
    std::int64_t reservedPeakB = 0;
    std::vector<std::string> otherDifferences; // settings other than the batch that are not the same

    // Bytes at a batch, from those at the two.
    std::int64_t lineAt(std::int64_t a, std::int64_t b, std::int64_t batch) const;
    const Moment& highestAt(std::int64_t batch) const;
    std::int64_t allocatedAt(std::int64_t batch) const;
    // An estimate: as many times allocated as in the run of the larger batch.
    std::int64_t reservedAt(std::int64_t batch) const;
    // How far apart the recordings let that estimate be: as many times allocated as either run reserved, or
    // on the straight line through what both did. Never less than allocated. What an allocator keeps depends
    // on the sizes it is asked for, and follows none of these to the byte.
    struct Range {
        std::int64_t least = 0;
        std::int64_t most = 0;
    };
    Range reservedRangeAt(std::int64_t batch) const;

    // The largest batch whose allocated, or reserved, peak is at most `bytes`. 0: not even 1 is. Nothing:
    // memory does not grow with the batch.
    std::optional<std::int64_t> largestAllocated(std::uint64_t bytes) const;
    std::optional<std::int64_t> largestReserved(std::uint64_t bytes) const;
};

// The setting "batch" of a recording's device; nothing where the recording does not tell.
std::optional<std::int64_t> batchOf(const Recording& recording, std::size_t device);

// In whichever order. Fails where both have the same batch, or there is nothing to follow.
Expected<BatchForecast> batchForecast(const BatchRun& first, const BatchRun& second);

// What the highest moment at a batch consists of. Sums to allocatedAt(batch), but for rounding.
struct BatchShare {
    MemoryCategory category = MemoryCategory::Unexplained;
    std::int64_t a = 0; // bytes in the run of the smaller batch
    std::int64_t b = 0;
};
std::vector<BatchShare> sharesAt(
    const BatchForecast& forecast, const BatchRun& first, const BatchRun& second, std::int64_t batch);

// What was followed, and what is assumed: two or three sentences, each in a line of its own.
std::string assumptionText(const BatchForecast& forecast);

// "At most batch 240 fits into 24.0 GiB (given with --limit): ..."; `room` says whose limit it is.
std::string largestBatchText(const BatchForecast& forecast, std::uint64_t bytes, std::string_view room);

} // namespace tidemark
