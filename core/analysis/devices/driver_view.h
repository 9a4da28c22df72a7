// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/device_history.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark {

// One sample of the driver's beside what the allocator had reserved at the same event, in bytes. What cannot
// be told is nothing.
struct DriverFigures {
    std::int64_t timeUs = 0; // of the sample
    std::size_t position = 0; // see DeviceHistory
    std::int64_t reserved = 0;
    std::optional<std::int64_t> used; // by everybody
    bool isUsedByNvml = false; // `used` includes what the driver keeps for itself
    std::optional<std::int64_t> process; // by the recorded process
    ProcessMemorySource processSource = ProcessMemorySource::Unknown;
    // Of the process, beyond `reserved`: its CUDA context, and what libraries take without the allocator.
    std::optional<std::int64_t> outside;
    std::optional<std::int64_t> others; // used, less the process
    std::optional<std::int64_t> outsideAndOthers; // used, less `reserved`: where the process is not known
    std::optional<std::int64_t> free; // capacity, less `used`
    // More was reserved than the driver knew of: the allocator moved while the driver was asked, and what
    // differs between the two is not told.
    bool isTorn = false;
};

DriverFigures driverFigures(const Device& device, const DeviceHistory& history, const DriverSample& sample);
// The newest sample that is not behind `position`; nothing before the first one.
std::optional<DriverFigures> driverFiguresAt(
    const Device& device, const DeviceHistory& history, std::size_t position);

// The largest of each figure, with the first sample that says so. Samples behind events that `history` has
// not followed yet are left out.
struct DriverPeaks {
    struct Peak {
        std::int64_t bytes = 0;
        std::size_t sample = 0; // place in Device::driver
    };

    std::optional<Peak> used;
    std::optional<Peak> process;
    std::optional<Peak> outside;
    std::optional<Peak> others;
    std::optional<Peak> outsideAndOthers;
    std::size_t torn = 0; // samples
};

DriverPeaks driverPeaks(const Device& device, const DeviceHistory& history);

// What the driver counts beyond what the allocator has reserved, from a position on. The allocator's own part
// is known at every event, so between two samples only this is taken to stand still.
struct DriverStep {
    std::size_t position = 0;
    std::optional<std::int64_t> outside; // as in DriverFigures
    std::optional<std::int64_t> beyond; // used, less `reserved`

    bool operator==(const DriverStep&) const = default;
};

// All steps of a device, by position; grows with its samples.
class DriverSteps {
public:
    // Looks at the samples that it has not seen yet, as far as `history` has followed their events.
    void advance(const Device& device, const DeviceHistory& history);

    const std::vector<DriverStep>& steps() const { return m_steps; }
    bool tellsProcess() const { return m_tellsProcess; } // in any step
    bool tellsUse() const { return m_tellsUse; }

private:
    std::vector<DriverStep> m_steps; // neighbours differ
    std::size_t m_seen = 0; // samples
    bool m_tellsProcess = false;
    bool m_tellsUse = false;
};

} // namespace tidemark
