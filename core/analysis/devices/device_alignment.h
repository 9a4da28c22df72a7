// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/analyzed_recording.h"
#include "core/analysis/curves/curve_columns.h"
#include "core/analysis/devices/step_scale.h"

#include <vector>

namespace tidemark {

// What the devices of a recording are laid over each other by.
enum class AlignBy : std::uint8_t {
    Event, // the n-th event of each; where no device has times
    Time, // one clock
    Step, // the training steps that annotations tell, see StepScale
};

// One axis for all devices of a recording. A device's *own value* is its event number (Event), or the
// microseconds since its first event; both as AxisWindow has them. A place on the axis is an event number,
// microseconds since the first event of all devices, or a step.
class DeviceAlignment {
public:
    DeviceAlignment() = default;
    DeviceAlignment(const Recording& recording, AlignBy by);

    AlignBy by() const { return m_by; }
    // How a device's own values are counted.
    TimeAxis ownAxis() const { return m_by == AlignBy::Event ? TimeAxis::Events : TimeAxis::Time; }
    // False of a device without events, times or steps, whichever are asked for: it has no place on the axis.
    bool hasPlace(std::size_t device) const { return device < m_places.size() && m_places[device].isKnown; }
    bool isEmpty() const; // no device has a place

    // Both rise with their argument, and undo each other. hasPlace(device) must hold.
    double toAxis(std::size_t device, double own) const;
    double toOwn(std::size_t device, double place) const;

    // The axis from the first event of all devices to the last one.
    double begin() const { return m_begin; }
    double end() const { return m_end; }

    // False where devices were recorded one after the other, further apart than the longest of them lasted:
    // then by time each begins at its own first event.
    bool hasOneClock() const { return m_hasOneClock; }
    // Steps are told apart by the numbers in their names; else each device counts its own from one.
    bool hasStepNumbers() const { return m_hasStepNumbers; }

private:
    struct Place {
        bool isKnown = false;
        double offset = 0; // Time: of the first event
        double length = 0; // own value of the last event
        StepScale steps;
    };

    void placeByEvent(const Recording& recording);
    void placeByTime(const Recording& recording);
    void placeBySteps(const Recording& recording);
    void findEnds();

    AlignBy m_by = AlignBy::Time;
    bool m_hasOneClock = true;
    bool m_hasStepNumbers = false;
    double m_begin = 0;
    double m_end = 1;
    std::vector<Place> m_places; // by place in Recording::devices
};

// Whether events of the device carry times.
bool hasTimes(const Device& device);

// Whether any device has steps to align by.
bool hasSteps(const Recording& recording);

} // namespace tidemark
