// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/trace/recording.h"

#include <optional>
#include <string_view>
#include <vector>

namespace tidemark {

// One training step of a device, in microseconds since the device's first event.
struct TrainingStep {
    double begin = 0;
    std::optional<double> end; // nothing: has not ended (yet)
    std::optional<std::int64_t> number; // the one that its name ends with: "step 12", "ProfilerStep#12"
};

// The number that a name ends with: 12 of "step 12" and "ProfilerStep#12".
std::optional<std::int64_t> stepNumberIn(std::string_view name);

// The steps that annotations tell, for each device by begin; of two that begin together, the first. None of a
// device without events.
std::vector<std::vector<TrainingStep>> trainingSteps(const Recording& recording);

// Whether every step has a number, each larger than the one before.
bool areNumbered(const std::vector<TrainingStep>& steps);

// The time of one device counted in its training steps: step n begins at n, and the time until the next one
// begins runs evenly to n + 1. What lies before the first step or behind the last takes at most the room of
// one step, and less where it took less time than a usual step. Rises strictly, in both directions.
class StepScale {
public:
    StepScale() = default; // without steps: isEmpty()
    // `last`: the time of the device's last event. Steps have their own numbers, or count from one.
    StepScale(const std::vector<TrainingStep>& steps, double last, bool byNumber);

    bool isEmpty() const { return m_knots.empty(); }
    double stepAt(double time) const; // isEmpty() must not hold
    double timeAt(double step) const;
    // Of the first and the last event, in steps.
    double begin() const;
    double end() const;

private:
    struct Knot {
        double step = 0;
        double time = 0;
    };

    void addSteps(const std::vector<TrainingStep>& steps, double last, bool byNumber);
    void addEnds(double last);
    double map(double value, double Knot::*from, double Knot::*to) const;

    std::vector<Knot> m_knots; // at least two; both strictly rising
    double m_usualLength = 1; // microseconds
};

} // namespace tidemark
